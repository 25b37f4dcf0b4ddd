# For scripts/test: the parts of the tests, a function each. Sourced after running.bash, with `results`, `server`, `sanitizer`,
# `build`, `run_kind` and `kills_only` as they were asked for.

timed=(/usr/bin/python3 scripts/testing/timed_unittest.py)

lint() {
    run lint 5 swift format lint --strict -r Package.swift Sources Tests
    report lint 0 0 'error:|warning:'
}

files() {
    local folder
    for folder in Tests/Translations Tests/Data; do
        run "files ${folder#*/}" 5 "${timed[@]}" discover -v -s "$folder"
        report_python "files (${folder#*/})"
    done
}

# The tests and the executables that they start. `everything` builds the benchmarks too.
build() {
    local product products=(cameoPackageTests cameo cameo-demo-server cameo-conformance)
    echo "building (the first time takes some minutes)"
    if [[ $run_kind == everything ]]; then
        run build 60 swift build "${build[@]}" --build-tests
    else
        for product in "${products[@]}"; do
            run "build $product" 60 swift build "${build[@]}" --product "$product"
            ((status == 0)) || break
        done
    fi
    report build 0 0 'error:'
    ((status != 0)) || is_built=yes
}

# Side by side, since most tests of widgets wait and the others compute. `everything` leaves one core to `outbox`, which computes
# for long, and runs the other groups one by one. A sanitizer leaves no core for two groups.
units() {
    local bundle=${build[1]}/debug/cameoPackageTests.xctest group names
    test=(env GTK_A11Y=none Tests/Desktop/session "$bundle")
    local -A logs=() running=()
    # Of Swift Testing, the tests of stored contacts take as long as all others.
    local -A chosen=([stored]="--filter ^ContactsTests\\." [outbox]="--filter ^OutboxTests\\."
        [others]="--skip ^(ContactsTests|OutboxTests)\\.")
    local rare
    rare=$(rare_units)
    for group in outbox stored others; do
        [[ ! $rare ]] || chosen[$group]+=" --skip $rare"
        # Two words.
        # shellcheck disable=SC2086
        begin "units $group" 40 "${test[@]}" --testing-library swift-testing --no-parallel ${chosen[$group]} \
            --event-stream-output-path "$results/units-$group.events"
        running[$group]=$child logs[$group]=$log
        is_beside "$group" || wait "$child" || true
    done
    for group in widgets-1 widgets-2 widgets-3 loop keyring; do
        names=$(xctests "$bundle" "$group")
        begin "units $group" 40 "${test[@]}" "$names"
        running[$group]=$child logs[$group]=$log
        is_beside "$group" || wait "$child" || true
    done
    for group in keyring loop widgets-1 widgets-2 widgets-3; do
        finish_xctest "$group" "${running[$group]}" "${logs[$group]}"
    done
    for group in outbox stored others; do
        finish_swift_testing "$group" "${running[$group]}" "${logs[$group]}"
    done
}

# is_beside GROUP: whether the next group of unit tests starts at once.
is_beside() {
    [[ ! $sanitizer ]] && [[ $run_kind != everything || $1 == outbox ]]
}

# finish_swift_testing NAME CHILD LOG: waits for a group of tests of Swift Testing, and reports.
finish_swift_testing() {
    local events=$results/units-$1.events
    finish "$2" "$3"
    report_sanitizer
    # The log has arguments of tests with line breaks, so events are counted. The name of a test ends with a place in a
    # file, the name of a suite does not.
    local place='"testID":"[^"]*\.swift:[0-9]+:[0-9]+"'
    report_tests "units (Swift Testing, $1)" "$(count "$events" "\"kind\":\"testStarted\".*$place")" \
        "$(count "$events" "\"kind\":\"testEnded\".*\"symbol\":\"pass.*$place")" '^✘|Fatal error'
}

# The unit tests that this run leaves out, as one regular expression: of `Class` or `Class/test`.
rare_units() {
    [[ $run_kind == everything || $sanitizer ]] ||
        grep -v '^#' Tests/rare-units.txt | paste -sd'|' | sed -E 's/(.*)/\\.(\1)(\\W|$)/'
}

# xctests BUNDLE GROUP: the tests of a group as XCTest takes them, "Module.Class/test,Module.Class/test". Each class is in one
# group. The tests of the keyring close the bus that a process has once and for all: they need a process of their own.
xctests() {
    local rare
    rare=$(rare_units)
    "$1" --list-tests | grep -E '^\w+\.\w+/' | grep -vE "${rare:-^$}" | awk -F'[./]' -v group="$2" '
        $2 != class { class = $2; if ($1 == "CameoAppTests") number++ }
        $1 == "KeyringTests" { if (group == "keyring") print; next }
        $1 == "CameoAppTests" { if (group == "widgets-" (1 + number % 3)) print; next }
        group == "loop"' | paste -sd,
}

# Counts each report of a sanitizer as a failure, and prints it.
report_sanitizer() {
    [[ $sanitizer ]] || return 0
    local reports
    # GLib leaves its first table of quarks behind when it makes a larger one, for who may still read it.
    reports=$(($(count "$log" '(ERROR|WARNING): (Address|Thread)Sanitizer') + $(count "$log" '^Direct leak of')
        - $(count "$log" '^Direct leak of 16384 byte\(s\) in 1 object')))
    ((reports > 0)) || return 0
    failed_in_total=$((failed_in_total + reports))
    echo "$reports reports of the sanitizer; all are in ${log#"$PWD/"}:"
    grep -a -E '^Direct leak of|(ERROR|WARNING): (Address|Thread)Sanitizer' "$log" | cut -c1-200 | head -20
}

# finish_xctest NAME CHILD LOG: waits for a group of tests that need the process's main thread, and reports.
finish_xctest() {
    local name=$1 started skipped
    finish "$2" "$3"
    report_sanitizer
    # Each complaint of a library counts as a failed test, except for the one in MainLoopTest.swift.
    started=$(($(count "$log" "^Test Case '.*' started") + $(count "$log" '-(WARNING|CRITICAL) \*\*:')
        - $(count "$log" 'libsoup-CRITICAL \*\*:.* async_send_request_return_result: ')))
    skipped=$(count "$log" "^Test Case '.*' skipped")
    skipped_in_total=$((skipped_in_total + skipped))
    report_tests "units (XCTest, $name)" $((started - skipped)) "$(count "$log" "^Test Case '.*' passed")" \
        ': error:|Fatal error|-(WARNING|CRITICAL) \*\*:'
}

# The demo server takes seconds. Another server takes minutes, so the output goes to the terminal too.
conformance() {
    if ((${#server[@]} == 0)); then
        run conformance 10 /usr/bin/python3 Tests/Conformance/conformance.py
        report_python conformance
        run "conformance script" 5 "${timed[@]}" discover -v -s Tests/Conformance
        report_python "conformance (script)"
    else
        log=$results/conformance.log
        # The script handles an interrupt itself: it deletes its contacts before it ends.
        /usr/bin/python3 -u Tests/Conformance/conformance.py "${server[@]}" &> >(tee -i "$log") </dev/null &
        local child=$!
        trap 'kill -TERM "$child" 2>/dev/null || true' INT TERM
        while kill -0 "$child" 2>/dev/null; do
            status=0
            wait "$child" || status=$?
        done
        trap - INT TERM
        report_python conformance
    fi
}

# Each file of tests in a session of its own, those with the most tests first, and four at a time: the program mostly waits.
# The usual run tries the debug build, `everything` tries the release build.
desktop() {
    local files
    if [[ $run_kind == everything ]]; then build_release || return 0; fi
    mapfile -t files < <(desktop_files)
    rm -rf "$results/desktop"
    run desktop 60 "${programs[@]}" CAMEO_TEST_RESULTS="$results/desktop" Tests/Desktop/in_sessions 4 "${files[@]}"
    report_python desktop
}

# The modules with tests of this run. A session without tests takes seconds, too.
desktop_files() {
    local file count rare
    for file in Tests/Desktop/test_*.py; do
        count=$(grep -c 'def test_\|PagesTest(' "$file") || true
        rare=0
        [[ $run_kind == everything ]] || rare=$(grep -c '^ *@rare$' "$file") || true
        ((count <= rare)) || echo "$count $(basename "$file" .py)"
    done | sort -rnk1 | cut -d' ' -f2
}

# In front of a command: tells the folder of the executables, which `build_release` changes.
programs=(env "CAMEO_EXECUTABLES=$PWD/.build/debug")

# The whole program as people get it: one for debugging starts, and decodes pictures, many times slower.
build_release() {
    local product
    if [[ -z ${built_release-} ]]; then
        echo "building for release"
        built_release=yes
        for product in cameo cameo-demo-server; do
            run build-release 45 swift build --configuration release --static-swift-stdlib \
                --build-path .build-release --product "$product"
            ((status == 0)) || {
                report build-release 0 0 'error:'
                built_release=no
                break
            }
        done
        programs=(env "CAMEO_EXECUTABLES=$PWD/.build-release/release")
    fi
    [[ $built_release == yes ]]
}

hostile() {
    build_release || return 0
    # The usual run leaves out the tests that this part is for.
    run hostile 40 "${programs[@]}" CAMEO_TESTS=everything CAMEO_HOSTILE=all CAMEO_TEST_RESULTS="$results/hostile" \
        Tests/Desktop/session "${timed[@]}" discover -v -s Tests/Desktop -p 'test_hostile*.py'
    report_python hostile
    [[ ${is_built-} ]] || build
    [[ ${is_built-} ]] || return 0
    run "hostile values" 20 env CAMEO_TESTS=everything CAMEO_HOSTILE=all GTK_A11Y=none Tests/Desktop/session \
        "${build[1]}/debug/cameoPackageTests.xctest" --testing-library swift-testing --no-parallel --filter WrongValueTests
    report_tests "hostile (stored values)" "$(count "$log" '^◇ Test [^ ]+ started')" \
        "$(count "$log" '^✔ Test [^ ]+ passed')" '^✘|Fatal error'
}

# Each test in a session of its own, all at once: most of the time goes into waiting.
kills() {
    build_release || return 0
    local kinds=()
    [[ ${kills_only-} == files ]] || kinds+=(test_edit_kills.EditKillTest)
    # A sign-in has the most calls, so two processes share them.
    [[ ${kills_only-} == edits ]] || kinds+=(
        test_kills.KillTest.test_a_{log_out_that_began_comes_to_its_end,refresh_loses_nothing}
        test_kills.KillTest.test_a_sign_in_is_whole_or_was_not@{1,2}of2)
    run kills 60 "${programs[@]}" CAMEO_TESTS=everything CAMEO_KILLS=all CAMEO_TEST_RESULTS="$results/kills" \
        Tests/Desktop/in_sessions "${#kinds[@]}" "${kinds[@]}"
    grep -a -E "calls that change a file|kills, " "$log" | sed -E "s/.*test_(a_)?([a-z_]+):/    \\2:/" || true
    report_python kills
}
