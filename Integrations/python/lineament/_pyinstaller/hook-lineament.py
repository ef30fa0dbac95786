# SPDX-License-Identifier: Apache-2.0
"""Has PyInstaller collect the library, the scripts that fetch the models, the models if they are installed, and the modules
that are imported by name at the first use."""

from PyInstaller.utils.hooks import collect_data_files, collect_dynamic_libs, collect_submodules

# These need Arrow or Ray, and are found where a program imports them.
_OPTIONAL = ("lineament.arrow", "lineament.ray", "lineament._job", "lineament._pyinstaller")

datas = collect_data_files("lineament", excludes=["bin/*"])
binaries = collect_dynamic_libs("lineament")
hiddenimports = collect_submodules("lineament", filter=lambda name: not name.startswith(_OPTIONAL))
