export { Confirmation } from './Confirmation.tsx';
export { NewsAttachments } from './NewsAttachments.tsx';
