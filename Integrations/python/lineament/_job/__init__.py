"""The job of `python -m lineament.ray`: files in, a folder of Parquet out."""
