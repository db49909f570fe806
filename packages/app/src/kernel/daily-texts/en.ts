export { default as errors } from '../../../../../locales/en/errors.json' with { type: 'json' };
export { default as shell } from '../../../../../locales/en/shell.json' with { type: 'json' };
export { default as start } from '../../../../../locales/en/start.json' with { type: 'json' };
export { default as timetable } from '../../../../../locales/en/timetable.json' with { type: 'json' };
