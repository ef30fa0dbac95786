# SPDX-License-Identifier: Apache-2.0
"""The job of `python -m lineament.ray`: files in, a folder of Parquet out."""
