/** Returns a function that computes its result for a time once, if it is asked for the same time again. */
export function rememberLast<Result>(compute: (time: number) => Result): (time: number) => Result {
  let last: { readonly time: number; readonly result: Result } | undefined;
  return (time) => {
    if (last?.time !== time) last = { time, result: compute(time) };
    return last.result;
  };
}
