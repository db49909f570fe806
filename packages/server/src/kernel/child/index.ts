export { answerParent } from './answer.ts';
export { ChildError, type ChildWork, runInChild } from './run.ts';
