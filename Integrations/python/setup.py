# SPDX-License-Identifier: Apache-2.0
"""Tags a wheel that contains liblineament.so for its platform, and for any Python 3: ctypes needs no other.

LINEAMENT_GLIBC is the glibc of the oldest systems that the library runs on, such as 2.34.
"""

import os
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class LibraryDistribution(Distribution):
    """A package that belongs to a platform if the library is in it."""

    def has_ext_modules(self):
        return Path(__file__).with_name("lineament").joinpath("liblineament.so").exists()


class LibraryWheel(bdist_wheel):
    """A wheel such as lineament-0.2.0-py3-none-manylinux_2_34_x86_64.whl; without the library, one for any platform."""

    def get_tag(self):
        platform = super().get_tag()[2]
        glibc = os.environ.get("LINEAMENT_GLIBC")
        if glibc and platform.startswith("linux_"):
            platform = f"many{platform.replace('_', '_' + glibc.replace('.', '_') + '_', 1)}"
        return ("py3", "none", platform)


setup(distclass=LibraryDistribution, cmdclass={"bdist_wheel": LibraryWheel})
