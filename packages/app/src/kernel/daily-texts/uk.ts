export { default as errors } from '../../../../../locales/uk/errors.json' with { type: 'json' };
export { default as shell } from '../../../../../locales/uk/shell.json' with { type: 'json' };
export { default as start } from '../../../../../locales/uk/start.json' with { type: 'json' };
export { default as timetable } from '../../../../../locales/uk/timetable.json' with { type: 'json' };
