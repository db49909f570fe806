export { surveysFeature } from './feature.ts';
export { addChannels as addSurveyChannels } from './queries/change.ts';
