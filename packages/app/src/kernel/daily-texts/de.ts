export { default as errors } from '../../../../../locales/de/errors.json' with { type: 'json' };
export { default as shell } from '../../../../../locales/de/shell.json' with { type: 'json' };
export { default as start } from '../../../../../locales/de/start.json' with { type: 'json' };
export { default as timetable } from '../../../../../locales/de/timetable.json' with { type: 'json' };
