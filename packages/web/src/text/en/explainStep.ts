/** The steps of an explanation, as the protocol has them; `{name}` is a figure that is filled in later. */
export { stepWords as explainStep } from '@plenum/insight/explain';
