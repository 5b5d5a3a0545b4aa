/** Does one thing after another: each begins when those before it have ended, however they did. */
export const createSerialQueue = (): (<Result>(act: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act, act);
    last = turn;
    return turn;
  };
};
