export { surveysFeature } from './feature.ts';
export { lockSurvey, moveReceivers, NO_RECEIVERS, type SurveyReceivers } from './queries/change.ts';
export { isPlaced, surveysPart } from './queries/survey-of.ts';
