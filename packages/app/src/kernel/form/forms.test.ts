import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { endpointsOf } from '@kreide/core/contract';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Forms of their own, and why. */
const ELSEWHERE = new Map([
  ['kernel/form/BareForm.tsx', 'the element itself'],
  ['ui/ConfirmDialog.tsx', 'a hidden one, without fields: it makes the press of a button a submit'],
  ['features/chat/Composer.tsx', 'it has one field, the chat keeps what is written in it, and the outbox sends it'],
  ['features/cloud/RenameField.tsx', 'a name in a row of a list, given up by leaving it'],
]);

/** Fields for text without a form in the same file, and why. */
const FIELDS = new Map([
  ['features/absences/NoteField.tsx', 'a part of the absence form'],
  ['features/auth-drivers/DirectoryFields.tsx', 'a part of the form of the service'],
  ['features/auth-drivers/SamlFields.tsx', 'a part of the form of the service'],
  ['features/auth/CodeField.tsx', 'a code of a second step, which is a part of several forms'],
  ['features/calendar/CustomRepeat.tsx', 'a part of the event form'],
  ['features/calendar/EventFields.tsx', 'a part of the event form'],
  ['features/calendar/LocationStep.tsx', 'a part of the event form'],
  ['features/calendar/RepeatStep.tsx', 'a part of the event form'],
  ['features/chat/Attachments.tsx', 'a part of the composer, which keeps what is written'],
  ['features/classbook/MarkDialog.tsx', 'some minutes, which a tap sends'],
  ['features/choices/OptionsField.tsx', 'a part of the form of a choice'],
  ['features/cloud/FolderRules.tsx', 'a part of the forms of a folder'],
  ['features/data-sync/SourceFields.tsx', 'a part of the form of the places of a directory'],
  ['features/desk/Answers.tsx', 'a part of the day at the desk, which asks for all its lessons'],
  ['features/identity-provider/ClientFields.tsx', 'a part of the forms of a program'],
  ['features/news/CarriedFields.tsx', 'a part of the news form'],
  ['features/surveys/QuestionFields.tsx', 'a part of the survey form'],
  ['ui/PasswordField.tsx', 'the element itself'],
  ['ui/rich-text/LinkRow.tsx', 'an address in a row of the editor'],
]);

/** Forms in dialogs that are no `FormDialog`, and why. */
const OWN_DIALOGS = new Map([
  ['kernel/form/FormDialog.tsx', 'the piece itself'],
  ['features/absences/AbsenceForm.tsx', 'who may only read it gets one button'],
  ['features/calendar/EventDialog.tsx', 'its steps take the place of the form, and of its buttons'],
  ['features/planner/BasedataForm.tsx', 'it stands beside its table, in no dialog'],
  ['features/subscriptions/SubscribeDialog.tsx', 'addresses, each with a form that makes another'],
  ['features/users/ViewDialogs.tsx', 'a list with a form in each row'],
]);

/** The form of each endpoint whose call carries the version that a change was made from. */
const VERSIONED: Readonly<Record<string, string>> = {
  'absences.update': 'absences/use-absence-form.ts',
  'auth-drivers.saveDriver': 'auth-drivers/AuthDriverForm.tsx',
  'calendar.update': 'calendar/use-event-form.ts',
  'channels.update': 'channels/GeneralForm.tsx',
  'choices.update': 'choices/ChoiceDialog.tsx',
  'classbook.setTopic': 'classbook/Topic.tsx',
  'classbook.updateHomework': 'classbook/HomeworkForm.tsx',
  'classbook.updateNotice': 'classbook/NoticeForm.tsx',
  'data-sync.saveSources': 'data-sync/SourcesForm.tsx',
  'desk.updateSettings': 'desk/RuleDialog.tsx',
  'exams.saveSettings': 'exams/LimitsScreen.tsx',
  'exams.update': 'exams/ExamDialog.tsx',
  'help.updateContacts': 'help/ContactDialog.tsx',
  'identity-provider.updateClient': 'identity-provider/ClientDialog.tsx',
  'links.update': 'links/LinkDialog.tsx',
  'monitor.setMessage': 'monitor/DayMessageForm.tsx',
  'news.update': 'news/use-news-form.ts',
  'parents-evening.setPresence': 'parents-evening/PresenceDialog.tsx',
  'parents-evening.setWishes': 'parents-evening/WishForm.tsx',
  'parents-evening.update': 'parents-evening/EveningDialog.tsx',
  'planner.updateBookable': 'planner/BasedataForm.tsx',
  'planner.updateCourse': 'planner/BasedataForm.tsx',
  'planner.updateGrade': 'planner/BasedataForm.tsx',
  'planner.updateHoliday': 'planner/BasedataForm.tsx',
  'planner.updateSubject': 'planner/BasedataForm.tsx',
  'planner.updateTeacher': 'planner/BasedataForm.tsx',
  'planner.updateVersion': 'planner/RenameDialog.tsx',
  'registration.updateApplicationPage': 'registration/ApplicationPagesCard.tsx',
  'sales.setPartner': 'sales/PartnerDialog.tsx',
  'sales.update': 'sales/LeadForm.tsx',
  'schools.updateBilling': 'schools/EditBillingScreen.tsx',
  'schools.updatePublicAccess': 'schools/FrameOrigins.tsx',
  'timetable.setTask': 'timetable/TaskDialog.tsx',
  'schools.updateRecord': 'schools/RecordForm.tsx',
  'timetable-import.setWebUntis': 'timetable-import/WebUntisForm.tsx',
  'users.updateRole': 'users/RoleForm.tsx',
};
/** They answer `conflict` to what nobody has typed: the order of a list, a choice among what is offered, that something goes. */
const UNTYPED = [
  'calendar.remove',
  'choices.move',
  'choices.setWishes',
  'courses.setSelection',
  'data-sync.syncConnector',
  'identity-provider.updateTenant',
  'links.reorder',
];

/** The flows that walk some of these alone; all others are rows of `typed-forms.test.ts`. */
const WALKED: Readonly<Record<string, string>> = {
  'calendar.update': 'typed-words',
  'data-sync.saveSources': 'people-directory',
  'classbook.setTopic': 'typed-words',
  'exams.saveSettings': 'exams',
  'exams.update': 'exams',
  'identity-provider.updateClient': 'identity-provider',
  'links.update': 'links',
  'news.update': 'news-changing',
  'parents-evening.setPresence': 'parents-evening',
  'parents-evening.setWishes': 'parents-evening',
  'parents-evening.update': 'parents-evening',
  'registration.updateApplicationPage': 'applications',
  'sales.setPartner': 'sales',
  'sales.update': 'sales',
};

const isForm = (text: string): boolean => /<form[\s>]|['"]form['"]\s*,\s*\{/.test(text);
const isOwnDialog = (text: string): boolean => /<Form\s[^>]*(?:=>[^>]*)*\bisDialog\b/.test(text);
const isOwnFocus = (text: string): boolean => /querySelector\w*(<\w+>)?\(\s*['"`][^)]*aria-invalid/.test(text);
const isOwnGuard = (text: string): boolean => /\buseBlocker\(/.test(text);

/** Files of the app that do something that only a few may do. */
function filesWhere(does: (text: string) => boolean): string[] {
  return globSync('**/*.tsx', { cwd: ROOT })
    .map((path) => normalize(path).replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.tsx') && does(readFileSync(join(ROOT, path), 'utf8')))
    .toSorted();
}

describe('every form of the app', () => {
  it('is a `Form` or a `BareForm` of the kernel, except for those that are named here with a reason', () => {
    expect(filesWhere(isForm)).toEqual([...ELSEWHERE.keys()].toSorted());
  });

  it('and every field for text is in one, asks before it is left, or is named here with a reason', () => {
    const isField = (text: string) => /<(TextField|RichTextEditor)\b/.test(text);
    const isAsking = (text: string) => /\buse(Form|Leaving)\(|<(Bare)?Form\b|<LeaveQuestion\b|\bFormOf</.test(text);
    expect(filesWhere((text) => isField(text) && !isAsking(text))).toEqual([...FIELDS.keys()].toSorted());
  });

  it('that is a dialog is a `FormDialog`, except for those whose buttons are others', () => {
    expect(filesWhere(isOwnDialog)).toEqual([...OWN_DIALOGS.keys()].toSorted());
    expect(isOwnDialog('<Form form={form} isDialog>')).toBe(true);
    expect(isOwnDialog('<FormDialog form={form}>')).toBe(false);
  });

  it('leaves the focus on the first problem, and the question before leaving, to the kernel', () => {
    expect(filesWhere(isOwnFocus)).toEqual([]);
    expect(filesWhere(isOwnGuard)).toEqual(['kernel/LeaveQuestion.tsx']);
  });

  it('whose change can meet somebody else’s keeps the version that it was made from, and shows both', () => {
    const answering = endpointsOf().filter(({ endpoint }) => endpoint.errors?.some((code) => code === 'conflict'));
    expect(answering.map(({ name }) => name).toSorted()).toEqual([...Object.keys(VERSIONED), ...UNTYPED].toSorted());
    const without = Object.values(VERSIONED).filter((file) => {
      const text = readFileSync(join(ROOT, 'features', file), 'utf8');
      // The item is handed to `send`, which alone knows the version; `newest` brings the other one.
      return !/\buseForm\(/.test(text) || !/^ {2,6}item(:|,)/m.test(text) || !/^ {2,6}newest(:|,)/m.test(text);
    });
    expect(without).toEqual([]);
  });

  it('of these is typed into by a flow while somebody else saves the same', () => {
    const flow = (name: string) => readFileSync(join(ROOT, '../../../tests/flows', `${name}.test.ts`), 'utf8');
    const rows = flow('typed-forms').matchAll(/^ {4}form: '([^']+)'/gm);
    const walked = [...[...rows].map(([, name = '']) => name), ...Object.keys(WALKED)];
    // The tables of master data have one form.
    const files = walked.map((name) => VERSIONED[name] ?? name);
    expect(files.toSorted()).toEqual([...new Set(Object.values(VERSIONED))].toSorted());
    const silent = Object.values(WALKED).filter((name) => !flow(name).includes('Meine Fassung speichern'));
    expect(silent).toEqual([]);
  });

  it('is seen, however it is written', () => {
    expect(isForm('<form onSubmit={send}>')).toBe(true);
    expect(isForm('<form\n  className="a">')).toBe(true);
    expect(isForm("createElement('form', { onSubmit })")).toBe(true);
    expect(isForm('<Form form={form}>')).toBe(false);
    expect(isOwnFocus("form.querySelector<HTMLElement>('[aria-invalid=true]')")).toBe(true);
    expect(isOwnGuard('const blocker = useBlocker(() => true)')).toBe(true);
  });
});
