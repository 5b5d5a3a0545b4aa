import { refuse } from '@plenum/protocol/refusal';
import { type Answer, toRefusalAnswer } from './answer.ts';
import type { Route, StreamRoute } from './route.ts';

/** The path of a request's target, without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0]!;

/** Answers what no route takes: its path is unknown, or takes another method. */
export const createNotFound = (routes: readonly (Route | StreamRoute)[]): ((url: string) => Answer) => {
  const methods = new Map(routes.map(({ path, method }) => [path, method]));
  return (url) => {
    const path = pathOf(url);
    const method = methods.get(path);
    if (method === undefined)
      return toRefusalAnswer(refuse('unknown-path', { input: path.slice(0, 200) }).refusal);
    const { refusal } = refuse('wrong-method', { facts: { path, method } });
    return { ...toRefusalAnswer(refusal), headers: { Allow: method } };
  };
};
