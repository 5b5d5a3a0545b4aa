/** What would change a component, as the protocol has it; `{name}` is a figure that is filled in later. */
export { changeWords as explainChange } from '@plenum/insight/explain';
