export { isMailAddress, parseSmtpUrl, type SmtpServer } from './address.ts';
export type { MailContent } from './content.ts';
export { createMail, type Mail, type MailSettings } from './mail.ts';
export {
  countGivenUp,
  countWaitingMails,
  eraseMails,
  mailData,
  mailMerge,
  mailsPart,
  type OrderedMail,
  removeMails,
  withdrawMails,
} from './queries.ts';
