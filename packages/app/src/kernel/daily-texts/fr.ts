export { default as errors } from '../../../../../locales/fr/errors.json' with { type: 'json' };
export { default as shell } from '../../../../../locales/fr/shell.json' with { type: 'json' };
export { default as start } from '../../../../../locales/fr/start.json' with { type: 'json' };
export { default as timetable } from '../../../../../locales/fr/timetable.json' with { type: 'json' };
