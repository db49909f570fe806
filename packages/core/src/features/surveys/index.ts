// The schema of a survey in an answer lies beside the messages that carry one.
export { type Survey, type SurveyAbility, type SurveyQuestion, survey } from '../channels/index.ts';
export * from './abilities.ts';
export * as surveysApi from './api.ts';
export * as surveyEvents from './events.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './voting.ts';
