/** The screens of the answered questions, fetched as one. */
export { Announcements } from './Announcements.tsx';
export { ArticleScreen } from './ArticleScreen.tsx';
export { FaqScreen } from './FaqScreen.tsx';
export { ProblemScreen } from './ProblemScreen.tsx';
export { ReportScreen, SendScreen, SubmitQueryScreen } from './SendScreen.tsx';
