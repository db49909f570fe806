import { type CloudFile, toExtensions } from '@kreide/core/features/cloud';
import { addDays, type PickedMoment, pickedMomentAfter, toInstant, toLocal, toTime } from '@kreide/core/kernel';
import { lazy, Suspense } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Brings a calendar with it, which few folders need. */
const DateTimePicker = lazy(async () => ({ default: (await import('../../ui/DateTimePicker.tsx')).DateTimePicker }));

/** How far ahead something can be handed in. */
const DAYS_AHEAD = 730;

/** Who adds to a folder, and until when something is handed in there; null: it is no hand-in folder. */
export interface FolderRulesValue {
  isProtected: boolean;
  ends: PickedMoment | null;
  /** The extensions of the files that it takes, as they were typed; empty: all. */
  extensions: string;
}

/** What the form begins with, in the time of the school. */
export function toFolderRules(
  folder: Pick<CloudFile, 'is_protected_folder' | 'upload_limited_at' | 'allowed_extensions'>,
  timeZone: string,
): FolderRulesValue {
  const { is_protected_folder, upload_limited_at, allowed_extensions } = folder;
  const local = upload_limited_at === null ? null : toLocal(new Date(upload_limited_at), timeZone);
  const ends = local && { date: local.date, time: toTime(local.minutes) };
  return { isProtected: is_protected_folder, ends, extensions: allowed_extensions.join(', ') };
}

/** The same as the server takes it. */
export const toRestrictions = ({ isProtected, ends, extensions }: FolderRulesValue, timeZone: string) => ({
  is_protected_folder: isProtected,
  upload_limited_at: ends && toInstant(ends.date, ends.time, timeZone).toISOString(),
  allowed_extensions: toExtensions(extensions),
});

interface FolderRulesProps {
  value: FolderRulesValue;
  /** What is wrong with the extensions. */
  errorMessage?: string | undefined;
  onChange: (value: FolderRulesValue) => void;
}

/** What who manages a cloud says of a folder: protected, or for handing in until a time (C-7.59). */
export function FolderRules({ value, errorMessage, onChange }: FolderRulesProps) {
  const { t } = useTranslation('cloud');
  const { school } = useSelf();
  const today = toLocal(new Date(), school.time_zone).date;
  const { isProtected, ends, extensions } = value;
  return (
    <>
      <Checkbox isSelected={isProtected} onChange={(next) => onChange({ ...value, isProtected: next })}>
        {t('folder.protect')}
      </Checkbox>
      <Checkbox
        isSelected={ends !== null}
        onChange={(isHandIn) =>
          // Into a protected folder nobody could hand anything in.
          onChange(
            isHandIn ? { ...value, isProtected: false, ends: pickedMomentAfter(today) } : { ...value, ends: null },
          )
        }
      >
        {t('folder.handIn')}
      </Checkbox>
      {ends && (
        <Suspense fallback={null}>
          <DateTimePicker
            label={t('folder.ends')}
            value={ends}
            onChange={(next) => onChange({ ...value, ends: next })}
            fallback={pickedMomentAfter(today)}
            min={ends.date < today ? ends.date : today}
            max={addDays(today, DAYS_AHEAD)}
          />
        </Suspense>
      )}
      <TextField
        label={t('folder.extensions')}
        description={t('folder.extensionsAbout')}
        autoCapitalize="none"
        value={extensions}
        onChange={(next) => onChange({ ...value, extensions: next })}
        errorMessage={errorMessage}
      />
    </>
  );
}
