# For scripts/test: runs commands with their output in files, counts tests, and says what happened. Sourced, with `results` as
# the folder of the output.

passed_in_total=0
failed_in_total=0
skipped_in_total=0
# What runs now, by its process id.
declare -A children=()

# begin NAME MINUTES COMMAND...: starts a command with its output in a file; sets `log` and `child`.
begin() {
    local name=$1 minutes=$2
    shift 2
    log=$results/${name// /-}.log
    # In the background, so that an interrupt ends the whole group that `timeout` makes.
    timeout --kill-after=30 "${minutes}m" "$@" &>"$log" </dev/null &
    child=$!
    children[$child]=running
    trap 'kill "${!children[@]}" 2>/dev/null; exit 130' INT TERM
}

# finish CHILD LOG: waits for what `begin` started; sets `log` and `status`.
finish() {
    log=$2
    status=0
    wait "$1" || status=$?
    unset "children[$1]"
    ((${#children[@]} > 0)) || trap - INT TERM
    ((status != 124)) || echo "test: stopped, since it took too long" >>"$log"
}

# run NAME MINUTES COMMAND...: runs a command with its output in a file; sets `log` and `status`.
run() {
    begin "$@"
    finish "$child" "$log"
}

# How many lines of a file match a pattern.
count() {
    grep -a -c -E -e "$2" "$1" || true
}

# report NAME STARTED PASSED PATTERN: adds to the totals, and says what happened; tests that started and did not pass
# have failed. For a failure it shows the lines of the log that match the pattern, or its end if there are none.
report() {
    local name=$1 started=$2 passed=$3 pattern=$4 failed=0
    if ((status != 0)); then
        failed=$((started > passed ? started - passed : 1))
    fi
    passed_in_total=$((passed_in_total + passed))
    failed_in_total=$((failed_in_total + failed))
    if ((failed == 0)); then
        if ((started == 0)); then echo "$name: in order"; else echo "$name: $passed passed"; fi
        return
    fi
    echo "$name: $passed passed, $failed failed (status $status); all output is in ${log#"$PWD/"}, and this is why:"
    { grep -a -m 80 -E "$pattern" "$log" || tail -n 40 "$log"; } | sed 's/^/    /'
}

# The same for a part that must have tests.
report_tests() {
    if (($2 == 0)); then
        echo "test: no test was run" >>"$log"
        status=1
    fi
    report "$@"
}

# report_python NAME: reports what the log of Python's unittest says.
report_python() {
    # 'Ran 3 tests in 4.5s', and for failures a last line such as 'FAILED (failures=1, errors=1)', of each run.
    local tests failed skipped
    tests=$(sed -nE 's/^Ran ([0-9]+) tests? in .*/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    failed=$(($(python_count failures) + $(python_count errors)))
    skipped=$(python_count skipped)
    ((skipped == 0)) || grep -a -E '\.\.\. skipped ' "$log" | sed 's/^/    /'
    skipped_in_total=$((skipped_in_total + skipped))
    report_tests "$1" $((${tests:-0} - skipped)) $((${tests:-0} - skipped - failed)) \
        '^(FAIL|ERROR|[A-Za-z]*Error)\b|^  File "/'
}

# python_count KIND: how many failures, errors or skipped tests the last line of Python's unittest counts.
python_count() {
    sed -nE "s/^(OK|FAILED) \(.*\b$1=([0-9]+).*/\2/p" "$log" | awk '{ sum += $1 } END { print sum + 0 }'
}
