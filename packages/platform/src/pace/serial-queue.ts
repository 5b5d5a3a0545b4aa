/** Runs functions one after the other. Each starts when the previous one has ended, even if it failed. */
export function createSerialQueue(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act, act);
    last = turn;
    return turn;
  };
}
