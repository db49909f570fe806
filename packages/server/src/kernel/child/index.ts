export { answerParent } from './answer.ts';
export { type BoundedProcess, type Bounds, startBounded } from './bounded-process.ts';
export { INCOMPLETE } from './incomplete.ts';
export { ChildError, type ChildWork, runInChild } from './run.ts';
export { createSpareProcess } from './spare-process.ts';
