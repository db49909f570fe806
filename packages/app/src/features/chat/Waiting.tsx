import { WaitingTag } from '../../kernel/WaitingTag.tsx';
import { useOpenReports } from './use-waiting.ts';

export const OpenReports = () => <WaitingTag count={useOpenReports()} />;
