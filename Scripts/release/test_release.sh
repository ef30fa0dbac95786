#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests a release in a bare Debian: the Debian package, the archive and, if the folder has them, the wheels. Each is installed, over
# an older one, run, and removed, and nothing may be left. The package comes from an apt repository, the wheels as the README says.
#
# Needs root, debootstrap, and the network the first time. With LINEAMENT_MACHINE=aarch64 and DEB_HOST_ARCH=arm64, the systems are
# for ARM64 and run on a processor that qemu-user-static emulates.
#
# usage: test_release.sh FOLDER [SUITE...]     FOLDER is that of `make dist`; suites: bookworm (the default), trixie
#
# LINEAMENT_DEBOOTSTRAP names the folder that keeps the bare systems and the downloaded packages, 150 MB each; the default is
# ~/.cache/lineament-debootstrap. A suite takes about 1.5 minutes on two cores.
. "$(dirname "$0")/../tests/begin.sh"
own_mounts RELEASE_TEST "this test unpacks systems" "$@"
folder=$(named "$1")
shift
. Scripts/release/release_files.sh
need debootstrap debootstrap
need zstd zstd
suites=("$@")
[ ${#suites[@]} -gt 0 ] || suites=(bookworm)
cache=$(realpath -m "${LINEAMENT_DEBOOTSTRAP:-${XDG_CACHE_HOME:-$HOME/.cache}/lineament-debootstrap}")
version=$(version_of_package)
architecture=$(debian_architecture)
name=lineament-$version-linux-$machine
package=lineament_$version-1_$architecture.deb
wheel_home=()
wheel=$(find "$folder" -name "lineament-*_$machine.whl")
models_wheel=$(find "$folder" -name "lineament_models-*_$machine.whl")
# Not /tmp, which may be memory that allows no devices.
work=$(mktemp -d -p /var/tmp)
# What cannot be unmounted is not deleted.
clean_up() {
    local place
    while read -r place; do umount "$place" || return; done \
        < <(tac /proc/mounts | awk -v work="$work/" 'index($2, work) == 1 { print $2 }')
    [ -z "$registered" ] || echo -1 >"$registered"
    rm -rf --one-file-system "$work"
}
registered=
trap clean_up EXIT

say() { printf '%s\n' "$*" >&2; }
fail() { say "error: $suite: $*"; exit 1; }

# Tells the kernel to run programs of another machine with the emulator, as the package qemu-user-static does where it is
# installed on a running system.
emulate() {
    local place=/proc/sys/fs/binfmt_misc
    [ -e $place/register ] || mount -t binfmt_misc binfmt_misc $place
    [ ! -e "$place/qemu-$machine" ] || return 0
    cat "/usr/lib/binfmt.d/qemu-$machine.conf" >$place/register
    registered=$place/qemu-$machine
}

# Runs a command in the system as root, or as somebody without rights, without this machine's environment.
in_system() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root "${processor[@]}" "$@"
}
as_user() {
    chroot --userspec=nobody:nogroup "$root" env -i PATH=/usr/bin:/bin HOME=/nonexistent "${processor[@]}" "$@" </dev/null
}

processor=()
if [ "$machine" != "$(uname -m)" ]; then
    need "qemu-$machine-static" qemu-user-static
    emulate
    # That of a Raspberry Pi 3.
    processor=(QEMU_CPU=cortex-a53)
fi

# Unpacks a bare system, which is made the first time.
make_system() {
    root=$work/$suite
    local kept=$cache/$suite
    [ "$machine" = "$(uname -m)" ] || kept+=-$architecture
    if [ ! -f "$kept.tar.zst" ]; then
        say "$suite: making a bare system"
        mkdir -p "$cache"
        debootstrap --arch="$architecture" --variant=minbase "$suite" "$work/bare" >"$work/debootstrap.log" 2>&1 ||
            { tail -n 20 "$work/debootstrap.log" >&2; fail "debootstrap failed"; }
        rm -f "$work/bare"/var/cache/apt/archives/*.deb
        tar -C "$work/bare" --one-file-system -cf - . | zstd -q -f -3 -T0 -o "$kept.tar.zst.new"
        mv "$kept.tar.zst.new" "$kept.tar.zst"
        rm -rf --one-file-system "$work/bare"
    fi
    mkdir "$root"
    zstd -dc "$kept.tar.zst" | tar -C "$root" -xpf -
    cp /etc/resolv.conf "$root/etc/"
    mount -t proc proc "$root/proc"
    # On ARM64, LiteRT reads about the processor from both; the emulator would show this machine's.
    if [ ${#processor[@]} -gt 0 ]; then
        mount -t sysfs -o ro sysfs "$root/sys"
        mount --bind Tests/Kernels/cpuinfo "$root/proc/cpuinfo"
    fi
    # Downloaded packages are kept, and no service is started.
    mkdir -p "$kept-packages/partial"
    mount --bind "$kept-packages" "$root/var/cache/apt/archives"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/test"
    echo 'APT::Keep-Downloaded-Packages "true";' >"$root/etc/apt/apt.conf.d/99keep"
    in_system apt-get update -qq
}

install_quietly() {
    in_system apt-get install --yes -qq --no-install-recommends "$@" >"$work/apt.log" 2>&1 ||
        { tail -n 20 "$work/apt.log" >&2; fail "apt-get install $* failed"; }
}

# Runs the program at $1, which has its files in $2.
check_program() {
    local program=$1 share=$2 version_of_program result=$work/result.json
    version_of_program=$(as_user "$program" --version)
    [ "$version_of_program" = "$version" ] || fail "--version prints $version_of_program, not $version"
    as_user "$program" face-landmarker "$share/samples/astronaut.png" >"$result"
    python3 - "$result" <<'PYTHON' || fail "the sample has other landmarks"
import json, sys
faces = json.load(open(sys.argv[1]))["faceLandmarks"]
assert len(faces) == 1 and len(faces[0]) == 478
nose = faces[0][1]
assert 0.42 < nose["x"] < 0.45 and 0.24 < nose["y"] < 0.27, nose
PYTHON
    as_user "$program" face-landmarker "$share/samples/astronaut.png" --output /dev/null --annotate /tmp/face.jpg
    [ -s "$root/tmp/face.jpg" ] || fail "nothing was drawn"
}

# Reads a video with the FFmpeg of the system. Before that is installed, the error must say what is missing.
check_video() {
    local program=$1 libraries lines
    # shellcheck disable=SC2046 # one word for each library
    libraries=$(in_system apt-cache madison $(in_system dpkg-deb --field "/$package" Recommends |
        grep -oE 'lib(av|sw)[a-z]+[0-9]+') 2>"$work/log" | cut -d '|' -f 1 | tr -d ' ' | sort -u)
    python3 Scripts/tests/make_avi.py "$root/tmp/face.jpg" "$root/tmp/face.avi" 5
    if ! in_system dpkg-query --show 'libavformat*' >"$work/log" 2>&1; then
        ! as_user "$program" face-landmarker /tmp/face.avi >"$work/video.jsonl" 2>&1 || fail "a video without FFmpeg?"
        grep -q "FFmpeg.*none was found" "$work/video.jsonl" || fail "the error of a video: $(cat "$work/video.jsonl")"
    fi
    # shellcheck disable=SC2086 # one word for each library
    install_quietly $libraries
    as_user "$program" face-landmarker /tmp/face.avi >"$work/video.jsonl"
    lines=$(grep -c '"faceLandmarks":\[\[' "$work/video.jsonl") || true
    [ "$lines" = 5 ] || fail "the video has $lines frames with a face, not 5"
    say "$suite: video with $(grep -o 'libavformat[0-9]*' <<<"$libraries")"
    rm "$root/tmp/face.avi"
}

# Prints the command lines of the README that begin with a text, without `sudo` and comments.
readme_lines() { sed -n "s/^\(sudo \)\?\($1[^\`#]*\).*/\2/p; s/^.*\`sudo \($1[^\`]*\)\`.*/\1/p" README.md; }

# Does what the first lines of the README say with the wheels, in an environment of Python; $1 has the models for a wheel without them.
# Upgrades from an older wheel, and removes all. NumPy is Debian's, so that nothing is downloaded.
check_wheel() {
    local share=$1 place=$root/opt/wheel older start=$SECONDS line
    install_quietly python3-pip python3-venv python3-numpy
    mkdir -p "$place/older"
    cp "$wheel" ${models_wheel:+"$models_wheel"} Tests/Clients/wheel.py "$place/"
    cp "$root$share/samples/astronaut.png" "$place/portrait.png"
    in_system python3 -m venv --system-site-packages /opt/wheel/.venv
    older=$(python3 Scripts/release/older_wheel.py "$wheel" "$place/older")
    in_wheel "pip install --quiet --no-index older/$(basename "$older")"
    start=$SECONDS
    line=$(readme_lines "pip install")
    [ "$line" = "pip install lineament-*.whl lineament_models-*.whl" ] || fail "the README's line is: $line"
    if [ -z "$models_wheel" ]; then
        line="pip install lineament-*.whl"
        wheel_home=("LINEAMENT_HOME=$share")
    fi
    in_wheel "${line/install/install --quiet --no-index}"
    [ -z "$(find "$place/.venv" -name 'older.txt')" ] || fail "pip has left a file of the older wheel"
    line=$(readme_lines "lineament face-landmarker portrait")
    in_wheel "$(head -n 1 <<<"$line")" >"$work/log"
    [ -s "$place/drawn.png" ] || fail "the wheel's program drew nothing"
    say "$suite: from pip to the first drawing $((SECONDS - start)) s"
    python3 Scripts/tests/make_avi.py "$root/tmp/face.jpg" "$place/clip.mp4" 5
    in_wheel "$(readme_lines "lineament face-landmarker clip" | head -n 1)" 2>"$work/log" || fail "$(cat "$work/log")"
    [ "$(grep -c '"faceLandmarks":\[\[' "$place/clip.jsonl")" = 5 ] || fail "the wheel's program finds no faces in a video"
    in_wheel "$(readme_lines "lineament redact portrait" | head -n 1)" >"$work/log"
    [ -s "$place/redacted.png" ] || fail "the wheel's program redacted nothing"
    in_wheel "python3 wheel.py portrait.png" || fail "the wheel's Python package"
    [ "$(in_wheel "lineament --version")" = "$version" ] || fail "the wheel's program is of another version"
    readme_lines "apt-get install" | cut -d ' ' -f 3- | xargs chroot "$root" apt-get install --simulate >"$work/apt.log" 2>&1 ||
        fail "the README's line for apt-get: $(tail -n 3 "$work/apt.log")"
    in_wheel "pip uninstall --quiet --yes lineament ${models_wheel:+lineament-models}"
    [ -z "$(find "$place/.venv/lib" -iname '*lineament*')" ] || fail "pip uninstall leaves files"
    rm -r "$place"
}

# Runs a line of a shell as somebody without rights in the environment of the wheel.
in_wheel() {
    chown -R --no-dereference 65534:65534 "$root/opt/wheel"
    as_user LANG=C.UTF-8 PIP_NO_CACHE_DIR=1 "${wheel_home[@]}" bash -c "cd /opt/wheel && . .venv/bin/activate && $1"
}

# Installs an older package, then the package by the apt repository, which upgrades the former. The older one is in the folder
# PREVIOUS; otherwise it is this one, with a lower version and a file more.
check_upgrade() {
    local older=$work/older.deb found=
    [ -z "${PREVIOUS:-}" ] || found=$(find "$PREVIOUS" -name "lineament_*_$architecture.deb" -print -quit)
    if [ -n "$found" ]; then
        cp "$found" "$older"
    else
        dpkg-deb --raw-extract "$folder/$package" "$work/older"
        sed -i 's/^Version: .*/Version: 0.0.1-1/' "$work/older/DEBIAN/control"
        touch "$work/older/usr/share/lineament/older.txt"
        dpkg-deb --root-owner-group -Znone --build "$work/older" "$older" >/dev/null
        rm -r "$work/older"
    fi
    mv "$older" "$root/older.deb"
    install_quietly /older.deb
    rm "$root/older.deb"
    bash Scripts/release/make_apt_repository.sh "$root/opt/apt" "$folder" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
    echo "deb [trusted=yes] file:/opt/apt stable main" >"$root/etc/apt/sources.list.d/release.list"
    in_system apt-get update -qq
    install_quietly lineament
    rm -r "$root/opt/apt" "$root/etc/apt/sources.list.d/release.list"
    found=$(in_system dpkg-query --show --showformat '${Version}' lineament)
    [ "$found" = "$version-1" ] || fail "apt-get has upgraded to $found"
    [ ! -e "$root/usr/share/lineament/older.txt" ] || fail "the upgrade has left a file"
}

check_nothing_left() {
    local left
    rm -f "$root/tmp/face.jpg"
    left=$(find "$root" -xdev -iname '*lineament*' -not -path "$root/$package")
    [ -z "$left" ] || fail "left: $left"
}

for suite in "${suites[@]}"; do
    start=$SECONDS
    make_system
    cp "$folder/$package" "$root/$package"
    check_upgrade
    check_program lineament /usr/share/lineament
    for file in man/man1/lineament.1.gz bash-completion/completions/lineament zsh/vendor-completions/_lineament \
        fish/vendor_completions.d/lineament.fish doc/lineament/copyright doc/lineament/changelog.Debian.gz; do
        [ -s "$root/usr/share/$file" ] || fail "the package has no $file"
    done
    in_system ldconfig -p | grep liblineament.so.0 >/dev/null || fail "the library is not known to the loader"
    (cd "$root" && md5sum --quiet --check var/lib/dpkg/info/lineament.md5sums) || fail "md5sums"
    check_video lineament
    # Purging also removes the link with which an administrator has enabled the service.
    mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
    ln -s /usr/lib/systemd/system/lineament.service "$root/etc/systemd/system/multi-user.target.wants/"
    in_system apt-get purge --yes -qq lineament >/dev/null 2>&1 || fail "apt-get purge failed"
    check_nothing_left
    say "$suite: the package was installed, ran, and was removed"

    # What the package needed is still there; INSTALL names the same.
    mkdir "$root/opt/release"
    zstd -dc "$folder/$name.tar.zst" | tar -C "$root/opt/release" -xf -
    for file in INSTALL LICENSE NOTICE include/lineament.h lib/pkgconfig/lineament.pc share/man/man1/lineament.1; do
        [ -s "$root/opt/release/$name/$file" ] || fail "the archive has no $file"
    done
    check_program "/opt/release/$name/bin/lineament" "/opt/release/$name/share/lineament"
    check_video "/opt/release/$name/bin/lineament"
    [ -z "$wheel" ] || { check_wheel "/opt/release/$name/share/lineament" && say "$suite: the wheel ran"; }
    rm -r "$root/opt/release"
    check_nothing_left
    say "$suite: the archive ran"
    umount "$root/var/cache/apt/archives"
    umount --recursive "$root/proc"
    [ ${#processor[@]} -eq 0 ] || umount "$root/sys"
    rm -rf --one-file-system "$root"
    say "$suite: $((SECONDS - start)) s"
done
echo "${#suites[@]} passed, 0 failed"
