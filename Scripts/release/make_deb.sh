#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes lineament_VERSION_ARCHITECTURE.deb of what `make program` built. Needs dpkg-dev.
#
# usage: make_deb.sh FOLDER
#
# The package can be installed on the Debian or Ubuntu release of this machine and on later ones. It recommends FFmpeg's
# libraries, in the versions that ffmpeg_alternatives lists, and does not depend on them.
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh
need dpkg-shlibdeps dpkg-dev

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(version_of_package)
architecture=$(debian_architecture)
package=$work/package
doc=$package/usr/share/doc/lineament
install_files "$package" /usr

# Debian's folders: code is not below /usr/share, zsh and fish have folders for packages.
install -d "$package/usr/lib/lineament" "$package/usr/share/zsh/vendor-completions"
mv "$package/usr/share/lineament/lib/libLiteRt.so" "$package/usr/lib/lineament/"
ln -s ../../../lib/lineament/libLiteRt.so "$package/usr/share/lineament/lib/libLiteRt.so"
mv "$package/usr/share/zsh/site-functions/_lineament" "$package/usr/share/zsh/vendor-completions/"
rmdir "$package/usr/share/zsh/site-functions"
chmod 644 "$package/usr/lib/liblineament.so.0"

install -m 644 Packaging/copyright "$doc/copyright"
date=$(date --utc --rfc-email --date="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}")
maintainer=${DEB_MAINTAINER:-Lineament authors <lineament@users.noreply.github.com>}
gzip -9n "$package/usr/share/man/man1/lineament.1"
gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
printf 'lineament (%s-1) unstable; urgency=medium\n\n  * Version %s; see changelog.gz.\n\n -- %s  %s\n' \
    "$version" "$version" "$maintainer" "$date" | gzip -9nc >"$doc/changelog.Debian.gz"
install -D -m 644 Packaging/lintian-overrides "$package/usr/share/lintian/overrides/lineament"

# The libraries that are linked, in the versions that are needed. dpkg-shlibdeps wants a source package's files. For another
# machine, they are in LINEAMENT_SYSROOT, and LINEAMENT_PACKAGES says to which packages they belong.
shlibdeps=(dpkg-shlibdeps -O --ignore-missing-info)
[ -z "${LINEAMENT_SYSROOT:-}" ] ||
    shlibdeps+=(--admindir="$LINEAMENT_PACKAGES" -l"$LINEAMENT_SYSROOT/usr/lib/aarch64-linux-gnu")
mkdir -p "$work/source/debian"
printf 'Source: lineament\n\nPackage: lineament\nArchitecture: any\n' >"$work/source/debian/control"
linked=$(cd "$work/source" && "${shlibdeps[@]}" "$package/usr/bin/lineament" \
    "$package/usr/lib/liblineament.so.0" "$package/usr/lib/lineament/libLiteRt.so" 2>"$work/shlibdeps.log" |
    sed -n 's/^shlibs:Depends=//p') || true
[ -n "$linked" ] || { echo "error: dpkg-shlibdeps names no package: $(cat "$work/shlibdeps.log")" >&2; exit 1; }
video=
for library in avformat avcodec avutil swscale avdevice; do video+="$(ffmpeg_alternatives "$library"), "; done

mkdir "$package/DEBIAN"
cat >"$package/DEBIAN/control" <<CONTROL
Package: lineament
Version: $version-1
Section: graphics
Priority: optional
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$package/usr" | cut -f 1)
Depends: $linked, libcairo2, libturbojpeg0 | libturbojpeg, libvips42t64 (>= 8.13) | libvips42 (>= 8.13)
Recommends: ${video}fonts-dejavu-core, libheif-plugin-libde265
Description: face boxes, face landmarks and body poses in images and videos
 Lineament detects faces and bodies in photos and videos. It returns 478
 landmarks, 52 expression scores and the head pose of each face, and 33
 landmarks of each body, as JSON, CSV or drawn over the image. With the same
 options, results equal those of MediaPipe Tasks. It needs no GPU and has no
 telemetry.
 .
 This package contains the program with its HTTP service (lineament serve), the
 C library with its header, the models, and the runtime that executes them.
CONTROL
printf 'liblineament 0 lineament (>= %s)\n' "$version" >"$package/DEBIAN/shlibs"
printf 'activate-noawait ldconfig\n' >"$package/DEBIAN/triggers"
find "$package" -type d -exec chmod 755 {} +
(cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$package/DEBIAN/md5sums"
chmod 644 "$package"/DEBIAN/*
for script in postinst prerm postrm; do install -m 755 "Packaging/$script" "$package/DEBIAN/$script"; done

set_dates "$package"
mkdir -p "$folder"
file=$folder/lineament_${version}-1_$architecture.deb
dpkg-deb --root-owner-group -Zxz -z"${XZ_LEVEL:-6}" --build "$package" "$file" >/dev/null
ls "$file"
