# make demo   set up this machine, build, and put landmarks on a face
# make test   build and run the tests

PREFIX ?= $(HOME)/.local
ASSETS := .lineament
PROGRAM := .build/release/lineament
DEMO := demo

.PHONY: apt-repository check-wheels image push-image release-dry-run release-notes site version setup demo build generate test \
  test-quick test-documents test-clips test-processors service-client test-server test-gpu lint format documentation bench \
  bench-compare bench-cores evaluate evaluate-turned evaluate-plans program install uninstall dist test-release library wheel wheel-models \
  test-python test-recordings test-arrow test-bare test-ffmpeg test-mediapipe test-mediapipe-suites sanitize-python fuzz soak \
  sanitize sanitize-build sanitize-server test-arm64-kernels dist-arm64 test-arm64 clean

setup:
	@bash Scripts/setup.sh

# The tests look at internals and at numbers, so what they use is optimized and testable. The demo is built in the same
# way and place, and the tests go on from there. Debug information would only make the build larger.
TESTABLE := -c release -Xswiftc -enable-testing
FLAGS := $(TESTABLE) -debug-info-format none

# The program with the HTTP service; building Hummingbird adds a few minutes. Examples, snippets and benchmarks are built
# by the tests and by `make bench`.
build: setup
	swift build $(FLAGS) --traits Server --product lineament

# Lineament takes longest to compile, so that begins while the system's packages are installed.
demo:
	@echo "Setting up and building Lineament, which takes about three minutes on two cores"
	@swift build $(FLAGS) --target Lineament >/dev/null 2>&1 & early=$$!; \
	  trap 'kill $$early 2>/dev/null; exit 130' INT TERM; \
	  bash Scripts/setup.sh || { kill $$early 2>/dev/null; wait; exit 1; }; wait
	swift build $(FLAGS) --product lineament
	@mkdir -p $(DEMO)
	$(PROGRAM) face-landmarker $(ASSETS)/samples/astronaut.png --output-face-blendshapes \
	  --output $(DEMO)/astronaut.json --annotate $(DEMO)/astronaut.png
	@echo "Landmarks: $(DEMO)/astronaut.json   Picture: $(DEMO)/astronaut.png"
	@echo "Try next: $(PROGRAM) face-landmarker PHOTO.jpg --annotate drawn.jpg   (a photo or video of yours)"
	@echo "          $(PROGRAM) pose-landmarker --help; make test; make program, which includes the service and its studio"

# FLAGS make imports testable; swift test would ask for that in a way of its own, for which all modules compile again.
TEST := bash Scripts/tests/list_failures.sh swift test $(FLAGS) --disable-testable-imports
UNPUBLISHED := $(wildcard $(or $(LINEAMENT_TESTDATA),../shared/testdata))

# What the tests ran on, and how far results were from MediaPipe's: written by the first of the two, printed at the end.
REPORT := $(CURDIR)/.build/test-report.txt
test: setup
	@$(if $(UNPUBLISHED),,echo "Left out: Tests/UnpublishedImageTests; see docs/accuracy.md")
	LINEAMENT_TEST_REPORT="$(REPORT)" $(TEST) $(if $(UNPUBLISHED),,--skip UnpublishedImageTests) --skip memoryStaysFlat
	LINEAMENT_MEMORY_FRAMES=1500 $(TEST) --skip-build --filter memoryStaysFlat
	@cat "$(REPORT)"
	@echo "Try next: make test-quick after a change; CONTRIBUTING.md lists the other checks."

# The tests that need neither the program nor references; below a minute once built.
QUICK := CapacityPlannerTests|LiteRTTests|LineamentTests|LineamentCaptureTests|LineamentImagesTests|LineamentRenderTests|LineamentToolsTests|LineamentVideoTests
test-quick: setup
	$(TEST) --filter '$(QUICK)' --skip memoryStaysFlat

# The Swift tests that read README.md and docs. CI runs them after a change of documents.
DOCUMENTS := ArchitectureTests|DialectsPageTests|GPUCommandTests|ModelsCommandTests|ReadmeTests|SchemaTests|TerminalTests
test-documents: setup
	$(TEST) --filter '$(DOCUMENTS)'

# The comparisons with MediaPipe's numbers with the kernels that the runtime has for other processors. Takes three minutes for
# each; with EMULATE=1, an hour; RECORD=1 downloads MediaPipe. Others: PROCESSORS='core2', by their names in
# Tests/Processors/processor.c.
PROCESSORS ?= haswell zen ivybridge nehalem
test-processors: setup
	swift build $(FLAGS) --product LineamentPackageTests
	swift build $(FLAGS) --product ReferenceImages
	bash Scripts/tests/test_processors.sh .build/release/LineamentPackageTests.xctest $(PROCESSORS)

# An example that does not depend on Lineament; the tests of the service run it, too.
service-client: setup
	swift build $(FLAGS) --product ServiceClient

# The service, from outside. CI passes the program that it has installed.
test-server: build
	python3 Tests/Server/test_server.py $(PROGRAM) $(ASSETS)/samples/astronaut.png

# Clips that are drawn so that redaction has it hard: flashes, pans, cuts, gaps, borders. Fails if one shows a face.
CLIPS := 200
test-clips: setup
	swift build $(FLAGS) --product RedactionTrial
	.build/release/RedactionTrial 0 $(CLIPS)

# What runs on a GPU, through SwiftShader, which computes on the CPU and comes with Debian's package chromium, or on the GPU
# of the machine if VK_ICD_FILENAMES names its driver, and through ONNX Runtime's kernels for the CPU. Downloads the accelerator,
# 19 MB, and ONNX Runtime, 20 MB.
test-gpu: setup
	bash Scripts/gpu/fetch_onnx_runtime.sh $(ASSETS)/onnxruntime
	bash Sources/LineamentCLI/Assets/fetch.sh Sources/LineamentCLI/Assets/manifest.txt $(ASSETS) gpu
	$(TEST) --filter 'GPU|ShaderCache|SliceReplacement|ONNX|BatchScheduler'
	LINEAMENT_HOME="$(CURDIR)/$(ASSETS)" python3 Tests/Server/test_server.py $(PROGRAM) $(ASSETS)/samples/astronaut.png -k GPU

# The service with the address sanitizer; builds Hummingbird once more.
sanitize-server: setup
	swift build $(ADDRESS) --traits Server --product lineament --scratch-path .build-address-server
	LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/tests/leaks.supp':print_suppressions=0" \
	  python3 Tests/Server/test_server.py .build-address-server/release/lineament $(ASSETS)/samples/astronaut.png

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Fuzz Snippets Examples Benchmarks
	bash Scripts/lint.sh

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests Fuzz Snippets Examples Benchmarks
	bash Scripts/lint.sh --fix

# The reference documentation of all products as one site, .build-documentation/site, for a web server. Symbols
# are extracted by a build of its own, as the plugin's flags would make every other build start anew.
# A doc comment may describe some of a function's parameters only, so docc is not to ask for the others. BASE_PATH is the folder
# of the server in which the site is put, such as the repository's name.
PRODUCTS := Lineament LineamentCapture LineamentImages LineamentVideo LineamentTools LineamentRender LineamentMLKit \
  LineamentMLKitRender LineamentVision LineamentVisionRender
documentation: setup
	@mkdir -p .build-documentation
	LINEAMENT_DOCUMENTATION=1 swift package --scratch-path .build-documentation \
	  --allow-writing-to-directory .build-documentation/site generate-documentation \
	  $(PRODUCTS:%=--target %) --enable-experimental-combined-documentation \
	  --disable-indexing --disable-parameters-and-returns-validation --warnings-as-errors \
	  --output-path .build-documentation/site $(if $(BASE_PATH),--hosting-base-path $(BASE_PATH))

# Prints what follows from the tables of options and results into the command line, lineament.h, the C library and the Python
# package.
generate:
	swift build $(FLAGS) --product Generate
	.build/release/Generate .

# Beside MediaPipe, in turns; makes a Python environment with it.
bench: build
	swift build $(FLAGS) --traits Server --product BenchmarkWorker
	swift build $(FLAGS) --traits Server --product BenchmarkFileWorker
	$(PROGRAM) bench
	python3 Benchmarks/run.py
	$(MAKE) wheel
	bash Scripts/tests/python_environment.sh .build-program/wheel
	python3 Benchmarks/python.py .build-program/python/bin/python

# The same, without the Python package, and compared with the ratios in Benchmarks/results instead of written there.
bench-compare: build
	swift build $(FLAGS) --traits Server --product BenchmarkWorker
	swift build $(FLAGS) --traits Server --product BenchmarkFileWorker
	python3 Benchmarks/run.py --compare $(OPTIONS)

# How the library, the program and the service use the cores there are, and what they do beside busy neighbors. Needs what
# `make bench` prepares. OPTIONS=--all measures all tasks; more: python3 Benchmarks/cores.py --help.
bench-cores: build
	swift build $(FLAGS) --traits Server --product BenchmarkWorker
	LINEAMENT_PROGRAM=$(PROGRAM) python3 Benchmarks/cores.py $(OPTIONS)

# Recall, precision and errors against labels made by people, beside MediaPipe's; needs the test data.
TESTDATA ?= ../shared/testdata
evaluate: build
	python3 Scripts/evaluation/evaluate.py $(PROGRAM) $(TESTDATA)

# Landmarks of faces that are turned, mirrored, cut or squeezed; needs the test data, and Pillow.
evaluate-turned: build
	python3 Scripts/evaluation/evaluate_turned.py $(PROGRAM) $(TESTDATA)

# How early a plan's order leads to what was missed: make evaluate-plans VIDEOS="one.mp4 two.mp4".
evaluate-plans: build
	python3 Scripts/evaluation/evaluate_plans.py $(PROGRAM) $(VIDEOS)

# The program and the library for installation. The program contains Swift's libraries, so it runs where there is no Swift, and comes with
# completions and a manual page. The linker's warning about mktemp in Foundation is not about this program.
READY := .build-program/ready
STATIC := -c release --static-swift-stdlib -debug-info-format none --scratch-path .build-program
NEWER := $(CURDIR)/.build-program/newer_functions.o
WRAPPED := $(NEWER) $(shell grep -oE '__wrap_[A-Za-z0-9_]+' Packaging/newer_functions.c | sed 's/__wrap_/--wrap=/')
program: setup $(NEWER)
	rm -f .build-program/release/libLineamentC.a
	bash -o pipefail -ec 'for product in lineament generate-manual LineamentC; do \
	  swift build $(STATIC) $(WRAPPED:%=-Xlinker %) --traits Server --product $$product 2>&1 | \
	    grep -v mktemp; done'
	rm -rf $(READY) && mkdir -p $(READY)
	strip -o $(READY)/lineament .build-program/release/lineament
	for shell in bash zsh fish; do \
	  $(READY)/lineament --generate-completion-script $$shell >$(READY)/completion.$$shell || exit 1; \
	done
	.build-program/release/generate-manual $(READY)/lineament --output-directory $(READY)
	bash Scripts/build/mend_manual.sh $(READY)/lineament.1
	$(LINK_LIBRARY)

# What lets the program run with glibc 2.34; the library's is linked by the script.
$(NEWER): Packaging/newer_functions.c
	@mkdir -p $(@D)
	clang -O2 -fPIC -c $< -o $@

# liblineament.so alone, which does not need Hummingbird. An archive would keep the objects of files that are gone.
LINK_LIBRARY = bash Scripts/build/link_library.sh .build-program/release/libLineamentC.a $(READY)/liblineament.so
library: setup
	rm -f .build-program/release/libLineamentC.a
	swift build $(STATIC) --product LineamentC
	$(LINK_LIBRARY)

# The Python package with the library, for this machine's kind of processor and any Python from 3.9. The library is built
# only if a source is newer, as `make program` builds it, too.
SOURCES_OF_LIBRARY := $(shell find Sources/Lineament Sources/Dialects/LineamentAppleTypes Sources/LineamentC Sources/LineamentCapture \
  Sources/LineamentImages Sources/LineamentRender Sources/LineamentTasks Sources/LineamentTools Sources/LineamentVideo Sources/LiteRT \
  Sources/Locking Sources/CLineament* Scripts/build/link_library.sh Packaging/newer_functions.c Package.swift)
$(READY)/liblineament.so: $(SOURCES_OF_LIBRARY)
	$(MAKE) library
wheel: $(READY)/liblineament.so
	bash Scripts/release/make_wheel.sh $(READY)/liblineament.so .build-program/wheel

# The runtime and the models as a wheel of their own, the extra lineament[models], for machines without a network.
wheel-models: setup
	bash Scripts/release/make_models_wheel.sh .build-program/wheel

# The Python package, as installed from the wheel, beside MediaPipe's.
test-python: wheel
	bash Scripts/tests/test_python.sh .build-program/wheel

# The files of `lineament capture`, read with other people's readers; VIDEO shows one person.
test-recordings: program
	bash Scripts/recordings/test_recordings.sh $(READY)/lineament "$(VIDEO)"

# MediaPipe over the library, in several versions: what changed in its structures, then whether tasks, live streams and errors
# are as with its own library. For some versions: MEDIAPIPE='1.2.3 newest'. Before a release, and once a week with the newest.
test-mediapipe: setup $(READY)/liblineament.so
	bash Scripts/mediapipe/test_mediapipe.sh $(MEDIAPIPE)

# MediaPipe's own Python tests, over MediaPipe, over the library and over the Python package: fails if one that passes with MediaPipe
# fails with Lineament. Fetches them with their pictures. Every night.
SUITES_VERSION := 1.2.3
test-mediapipe-suites: setup $(READY)/liblineament.so
	bash Scripts/mediapipe/mediapipe_checkout.sh .build-mediapipe/tests-$(SUITES_VERSION) $(SUITES_VERSION)
	MEDIAPIPE=$(SUITES_VERSION) bash Scripts/mediapipe/mediapipe_suites.sh .build-mediapipe/tests-$(SUITES_VERSION)/checkout \
	  --data .build-mediapipe/tests-$(SUITES_VERSION)/images

# The program with the FFmpeg of the system and with versions 6 to 9, which it downloads.
test-ffmpeg: setup $(READY)/liblineament.so
	bash Scripts/tests/test_ffmpeg.sh $(READY)/lineament $(ASSETS)/samples/astronaut.png

# Only copies, so it may run as root. Programs that are running keep the files they have.
TARGET = $(DESTDIR)$(PREFIX)
VERSION := $(shell sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Lineament/LineamentVersion.swift)
install:
	@test -x $(READY)/lineament || { echo "error: nothing to install. Run first, not as root: make program" >&2; exit 1; }
	install -D $(READY)/lineament "$(TARGET)/bin/lineament"
	install -D -m 755 $(READY)/liblineament.so "$(TARGET)/lib/liblineament.so.0"
	ln -sf liblineament.so.0 "$(TARGET)/lib/liblineament.so"
	install -D -m 644 Sources/CLineament/include/lineament.h "$(TARGET)/include/lineament.h"
	install -d "$(TARGET)/lib/pkgconfig"
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' Sources/CLineament/lineament.pc.in \
	  >"$(TARGET)/lib/pkgconfig/lineament.pc"
	chmod 644 "$(TARGET)/lib/pkgconfig/lineament.pc"
	for kind in lib models samples; do \
	  install -d "$(TARGET)/share/lineament/$$kind" && \
	  find $(ASSETS)/$$kind/ -maxdepth 1 ! -type d -exec install -m 644 -t "$(TARGET)/share/lineament/$$kind" {} + || exit 1; \
	done
	install -D -m 644 $(READY)/completion.bash "$(TARGET)/share/bash-completion/completions/lineament"
	install -D -m 644 $(READY)/completion.zsh "$(TARGET)/share/zsh/site-functions/_lineament"
	install -D -m 644 $(READY)/completion.fish "$(TARGET)/share/fish/vendor_completions.d/lineament.fish"
	install -D -m 644 $(READY)/lineament.1 "$(TARGET)/share/man/man1/lineament.1"

# The runtime and models stay if they are in the folder that all of the user's programs search.
uninstall:
	cd "$(TARGET)" && rm -f bin/lineament lib/liblineament.so lib/liblineament.so.0 include/lineament.h \
	  lib/pkgconfig/lineament.pc share/man/man1/lineament.1 share/bash-completion/completions/lineament \
	  share/zsh/site-functions/_lineament share/fish/vendor_completions.d/lineament.fish
	@if [ "$(TARGET)/share" -ef "$${XDG_DATA_HOME:-$$HOME/.local/share}" ]; then \
	  echo "Kept $(TARGET)/share/lineament, which other programs may use. To remove it: rm -r $(TARGET)/share/lineament"; \
	else \
	  rm -rf "$(TARGET)/share/lineament"; \
	fi

# The release: an archive that runs where there is no Swift, a Debian package, the wheels and their checksums, from `make program`.
# Packing takes two minutes; XZ_LEVEL=1 ZSTD_LEVEL=3 make it short.
DIST := .build-program/dist
dist: program
	@test -f $(ASSETS)/models/yunet.tflite || echo "warning: the release lacks the model of small faces (yunet)" >&2
	rm -rf $(DIST)
	bash Scripts/release/make_archive.sh $(DIST)
	bash Scripts/release/make_deb.sh $(DIST)
	bash Scripts/release/make_wheel.sh $(READY)/liblineament.so $(DIST)
	bash Scripts/release/make_models_wheel.sh $(DIST)
	bash Scripts/release/check_wheels.sh $(DIST)
	cd $(DIST) && sha256sum lineament* >SHA256SUMS

# What an index asks of the wheels: metadata that it can show, no stray files, the system that their tags promise.
check-wheels:
	bash Scripts/release/check_wheels.sh $(WHEELS)
WHEELS ?= .build-program/wheel

version:
	@echo $(VERSION)

# What CHANGELOG.md says of this version, as a text for the release.
release-notes:
	@python3 Scripts/release/release_notes.py $(VERSION)

# A static apt repository of the Debian packages in the folders of DEBS, in .build-program/apt; `make site` puts it beside the
# documentation. It is signed if APT_KEY names a key of gpg.
DEBS ?= $(DIST)
apt-repository:
	bash Scripts/release/make_apt_repository.sh .build-program/apt $(DEBS)

# The pages of a release in .build-program/site: the documentation at its root, and the apt repository in apt/.
site: documentation apt-repository
	rm -rf .build-program/site
	cp -R .build-documentation/site .build-program/site
	cp -R .build-program/apt .build-program/site/apt

# The jobs of the workflow that makes a release, in their order, on this machine: all but publishing. Some of them:
# make release-dry-run JOBS='version files index pages'; what each does is said in the script.
release-dry-run:
	bash Scripts/release/release_dry_run.sh $(JOBS)

# The container image of the Debian package, with podman or docker; IMAGE names it. The second pushes the images for both processors, of
# which AMD64 and ARM64 are the folders, to the registry in IMAGE.
CONTAINER ?= $(notdir $(or $(shell command -v podman),$(shell command -v docker),podman))
IMAGE ?= lineament:$(VERSION)
AMD64 ?= $(DIST)
ARM64 ?= .build-arm64/dist
image:
	$(CONTAINER) build --no-cache --file Packaging/Containerfile --tag $(IMAGE) $(DIST)
push-image:
	CONTAINER=$(CONTAINER) bash Scripts/release/push_image.sh $(IMAGE) $(AMD64) $(ARM64)

# Installs, runs and removes both in bare Debian systems. Needs root, debootstrap and lintian.
SUITES ?= bookworm trixie
test-release:
	lintian --fail-on error $(DIST)/lineament_*.deb
	bash Scripts/release/test_release.sh $(DIST) $(SUITES)

# A client of the package, and the package, built with a toolchain and nothing else. PART=client leaves out the latter.
test-bare:
	bash Scripts/tests/test_bare.sh $(PART)

# Arrow and Ray, in an environment of their own.
test-arrow: wheel
	bash Scripts/tests/test_arrow.sh .build-program/wheel

# The tests of the Python package and the program in C, with the address sanitizer in the library.
SANITIZER = $$(clang -print-file-name=libclang_rt.asan-$$(uname -m).so)
sanitize-python: wheel
	swift build $(ADDRESS) --product LineamentC --scratch-path .build-address
	bash Scripts/build/link_library.sh --address .build-address/release/libLineamentC.a .build-address/liblineament.so.0
	ln -sf liblineament.so.0 .build-address/liblineament.so
	clang -g -fsanitize=address -shared-libasan -ISources/CLineament/include Tests/Clients/CClient/main.c \
	  -o .build-address/client .build-address/liblineament.so "-Wl,-rpath,$(CURDIR)/.build-address" \
	  -Wl,-rpath,$$(dirname $(SANITIZER)) -Wl,--allow-shlib-undefined
	LINEAMENT_HOME="$(CURDIR)/$(ASSETS)" LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/tests/leaks.supp':print_suppressions=0" \
	  .build-address/client $(ASSETS)/samples/astronaut.png $(ASSETS)/models/face_landmarker.task
	LINEAMENT_LIBRARY="$(CURDIR)/.build-address/liblineament.so.0" LD_PRELOAD_OF_TESTS=$(SANITIZER) \
	  bash Scripts/tests/test_python.sh .build-program/wheel

# libFuzzer with the address sanitizer over everything that reads bytes from outside, $(SECONDS) for each target. Inputs
# that reach new code stay in .build-fuzz/corpus; one that breaks something is left in .build-fuzz. Unused code is kept,
# as the linker would otherwise drop the counters of the coverage.
SECONDS ?= 60
FUZZ_TARGETS ?= images orientation videos bundles models json
fuzz: setup
	LINEAMENT_FUZZ=1 swift build -c release --sanitize address --sanitize fuzzer --disable-dead-strip \
	  -Xswiftc -enable-testing --scratch-path .build-fuzz --product Fuzz
	for target in $(FUZZ_TARGETS); do \
	  echo "fuzzing $$target"; corpus=.build-fuzz/corpus/$$target; mkdir -p $$corpus; \
	  LINEAMENT_FUZZ_TARGET=$$target LINEAMENT_FUZZ_SEEDS=$$corpus SWIFT_BACKTRACE=enable=no \
	    LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/tests/leaks.supp'" \
	    .build-fuzz/release/Fuzz $$corpus -max_total_time=$(SECONDS) -timeout=20 -rss_limit_mb=2048 \
	    -max_len=300000 -artifact_prefix=.build-fuzz/$$target- >.build-fuzz/$$target.log 2>&1 || \
	    { tail -n 40 .build-fuzz/$$target.log; exit 1; }; \
	  tail -n 1 .build-fuzz/$$target.log; \
	done

# Hours of the same work in one process, which must not grow. SCALE=100 takes three minutes.
SCALE ?= 1
soak: setup
	swift build $(FLAGS) --product Soak
	for work in "callers 100000" "sessions 100000" "photos 100000" "people 100000" "frames 1000000"; do \
	  set -- $$work; .build/release/Soak $$1 $$(($$2 / $(SCALE))) || exit 1; \
	done

# An optimized build with the address sanitizer, with undefined behavior of the C code as a trap, over the unit tests, and a
# debug build with the thread sanitizer over the tests of what is concurrent; both check exclusive access. Other suites:
# TESTS='...'.
CHECKED := -Xswiftc -enforce-exclusivity=checked
# Warns of expressions that take long to type-check, which other compilers may give up on.
SLOW := -Xswiftc -Xfrontend -Xswiftc -warn-long-expression-type-checking=300
ADDRESS := $(TESTABLE) --sanitize address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined $(CHECKED) $(SLOW)
TESTS ?= LineamentCaptureTests|LiteRTTests|LineamentTests|LineamentImagesTests|LineamentVideoTests|LineamentRenderTests|LineamentToolsTests|BrokenFilesTests
CONCURRENT := Batch|CoreLoad|SpeedTrials|Stream|Executor|Crossing|Deadline|PoseTests|TaskTests|manyThreads|UntrustedSource|RuntimeTests
THREAD := --sanitize thread $(CHECKED)

sanitize sanitize-build: export LINEAMENT_SANITIZE = 1
sanitize-build: setup
	swift build $(ADDRESS) --scratch-path .build-address --product LineamentPackageTests
	swift build $(THREAD) --scratch-path .build-thread --product LineamentPackageTests
sanitize: sanitize-build
	LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/tests/leaks.supp'" \
	  bash Scripts/tests/list_failures.sh swift test $(ADDRESS) --scratch-path .build-address --skip-build --filter '$(TESTS)'
	bash Scripts/tests/list_failures.sh swift test $(THREAD) --scratch-path .build-thread --skip-build --filter '$(CONCURRENT)'

# What is written in C, and a model, on an emulated ARM64 processor; installs a cross compiler and the emulator.
test-arm64-kernels: setup
	bash Scripts/arm64/test_arm64_kernels.sh

# The release for ARM64, .build-arm64/dist, built on another machine with Debian unstable's compiler. Needs root and 6 GB.
dist-arm64: build
	bash Scripts/arm64/dist_arm64.sh $(PROGRAM)

# That release and the quick tests on an emulated processor. Takes an hour, 9 GB and root; for some parts: PARTS='program client'.
PARTS ?= program client release tests
test-arm64: dist-arm64
	bash Scripts/arm64/test_arm64.sh $(PROGRAM) $(PARTS)

clean:
	rm -rf .build .build-address .build-arm64 .build-thread .build-address-server .build-fuzz .build-program .build-clients .build-bare \
	  .build-documentation .build-mediapipe .build-processors $(DEMO)
