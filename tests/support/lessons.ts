export { aLesson, aReference } from '../../packages/core/src/features/timetable/timetable.fixtures.ts';
