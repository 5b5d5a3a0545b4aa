export { explainEndpoints } from './endpoints.ts';
export { explain, explainedKinds, isExplained, readExplainedRef } from './explain.ts';
export {
  type Change,
  type Explanation,
  type ExplanationAnswer,
  type ExplanationStep,
  type Extras,
  type Figure,
  type Figures,
  type HeatBalance,
  type HeatSource,
  heatSources,
  type NextFavourite,
  type Trend,
} from './explanation.ts';
export {
  fillIn,
  toAnswer,
  toChangeSentence,
  toStepSentence,
  type WriteFigure,
  writeFigure,
} from './sentences.ts';
export { type ChangeCode, changeWords, type StepCode, stepWords } from './words.ts';
