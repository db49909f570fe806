import { late } from '../../kernel/late.ts';

// Few pages show a survey, and fewer people make one: both are fetched when they are.
export const SurveyCard = late(async () => (await import('./SurveyCard.tsx')).SurveyCard);
export const SurveyDialog = late(async () => (await import('./SurveyDialog.tsx')).SurveyDialog);
export const SurveyVoters = late(async () => (await import('./SurveyVoters.tsx')).SurveyVoters);
export const SurveyOutline = late(async () => (await import('./SurveyOutline.tsx')).SurveyOutline);
