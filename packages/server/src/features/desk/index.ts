export { deskFeature } from './feature.ts';
export type { LeftOut, PublicationTeller } from './later-task.ts';
export { moveDecisions } from './queries/decisions.ts';
export type { AbsentTeller } from './reports.ts';
