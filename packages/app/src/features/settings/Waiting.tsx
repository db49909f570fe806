import { WaitingTag } from '../../kernel/WaitingTag.tsx';
import { useWaitingDeletions } from './use-waiting.ts';

export const WaitingDeletions = () => <WaitingTag count={useWaitingDeletions()} />;
