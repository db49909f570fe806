export { default as errors } from '../../../../../locales/it/errors.json' with { type: 'json' };
export { default as shell } from '../../../../../locales/it/shell.json' with { type: 'json' };
export { default as start } from '../../../../../locales/it/start.json' with { type: 'json' };
export { default as timetable } from '../../../../../locales/it/timetable.json' with { type: 'json' };
