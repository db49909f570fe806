export { type Fields, isFields, textOf } from './timetables/davinci/values.ts';
export { dayOf } from './timetables/webuntis/periods.ts';
export { SNAPSHOT_NAME, type Snapshot, type SnapshotAnswers, writeSnapshot } from './timetables/webuntis/snapshot.ts';
