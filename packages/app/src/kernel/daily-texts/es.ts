export { default as errors } from '../../../../../locales/es/errors.json' with { type: 'json' };
export { default as shell } from '../../../../../locales/es/shell.json' with { type: 'json' };
export { default as start } from '../../../../../locales/es/start.json' with { type: 'json' };
export { default as timetable } from '../../../../../locales/es/timetable.json' with { type: 'json' };
