export { SurveyCard } from './SurveyCard.tsx';
export { SurveyOutline } from './SurveyOutline.tsx';
export { SurveyVoters } from './SurveyVoters.tsx';
