export { default as errors } from '../../../../../locales/tr/errors.json' with { type: 'json' };
export { default as shell } from '../../../../../locales/tr/shell.json' with { type: 'json' };
export { default as start } from '../../../../../locales/tr/start.json' with { type: 'json' };
export { default as timetable } from '../../../../../locales/tr/timetable.json' with { type: 'json' };
