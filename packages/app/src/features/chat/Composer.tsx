import {
  MENTIONS_MAXIMUM,
  MESSAGE_MAXIMUM,
  type MentioningText,
  type Message,
  mentionProblems,
  messageProblems,
  moveMentions,
  READERS_TO_CONFIRM,
  trimMentions,
} from '@kreide/core/features/channels';
import { memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { draftStore } from '../../kernel/draft-store.ts';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Attachments } from './Attachments.tsx';
import styles from './Chat.module.css';
import { ComposerTools } from './ComposerTools.tsx';
import { Mentioned } from './Mentioned.tsx';
import { MentionList } from './MentionList.tsx';
import { NOTHING, toKept, toText } from './mentioning-text.ts';
import type { Recorded } from './recording.ts';
import type { ChosenFile } from './uploads.ts';
import { useAttachments } from './use-attachments.ts';
import { useKeyboardHeight } from './use-keyboard-height.ts';
import { useMentions } from './use-mentions.ts';
import { VoiceRecorder } from './VoiceRecorder.tsx';

const SurveySending = late(async () => (await import('./SurveySending.tsx')).SurveySending);

/** Up to here everything stands in one row. */
const IS_NARROW = '(max-width: 768px)';

/** What the composer is about, apart from a new message. */
export type About =
  | { type: 'edit'; message: Message }
  /** Alone: nobody but its author reads the answer (D-6.12). */
  | { type: 'reply'; message: Message; isAlone?: boolean }
  | null;

/** Files for a message, and whether pictures go as they are. */
export interface ChosenFiles {
  files: readonly ChosenFile[];
  isOriginal: boolean;
}

interface ComposerProps {
  chatId: number;
  channelId: number;
  /** May the writer know who is in the channel, and so mention them? */
  sees: boolean;
  readers: number;
  /** Where the chat is for parents: of how many families they are. */
  families: number | null;
  about: About;
  onAboutEnd: () => void;
  /** Somebody writes something new. */
  onType: () => void;
  onSend: (text: MentioningText, replyUuid: string | null, files: ChosenFiles | null) => void;
  onEdit: (message: Message, text: MentioningText) => Promise<boolean>;
  onSpeak: (recorded: Recorded, caption: string, replyUuid: string | null) => void;
  /** A survey was sent. */
  onSurvey: (message: Message) => void;
}

/** Writes a message; what is not sent yet is kept on the device for each chat (D-6.12). */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { chatId, channelId, sees, readers, families, about, onAboutEnd, onType, onSend, onEdit, onSpeak, onSurvey } =
    props;
  const { t, language } = useTranslation('chat');
  const { uuid } = useSelf();
  const name = `chat ${chatId}`;
  const [draft, setDraft] = useState(() => toKept(draftStore.read(uuid, name, Date.now())));
  const [change, setChange] = useState(NOTHING);
  /** What is done after a second tap. */
  const [asking, setAsking] = useState<{ confirm: () => void } | null>(null);
  const [isSpeaking, setSpeaking] = useState(false);
  const [isAsking, setSurvey] = useState(false);
  const isNarrow = useMedia(IS_NARROW);
  useKeyboardHeight();
  const field = useRef<HTMLTextAreaElement>(null);
  const microphone = useRef<HTMLSpanElement>(null);
  const id = useId();
  const edited = about?.type === 'edit' ? about.message : null;
  const attachments = useAttachments(uuid, chatId, edited === null);
  const files = edited ? [] : attachments.files;
  const written = edited ? change : draft;
  const { content: text } = written;
  const mentions = useMentions({ channelId, sees, text: written, field, onWrite: write });

  useEffect(() => {
    if (!about) return;
    setChange(about.type === 'edit' ? toText(about.message) : NOTHING);
    field.current?.focus();
  }, [about]);

  function write(value: MentioningText) {
    if (edited) return setChange(value);
    setDraft(value);
    if (value.content === '') draftStore.remove(uuid, name, Date.now());
    else draftStore.write(uuid, name, value, Date.now());
  }

  // The recorder takes the place of the field: the next key belongs to what opened it.
  const wasSpeaking = useRef(false);
  useEffect(() => {
    if (wasSpeaking.current && !isSpeaking) (microphone.current?.querySelector('button') ?? field.current)?.focus();
    wasSpeaking.current = isSpeaking;
  }, [isSpeaking]);

  // Beside a file there may be no text.
  const problem = files.length > 0 && text.trim() === '' ? undefined : messageProblems(text)[0];
  const isTooLong = problem?.rule === 'contentMax';
  const tooMany = mentionProblems(written)[0]?.rule === 'mentionsMax';

  const replyUuid = about?.type === 'reply' ? about.message.uuid : null;
  function finish() {
    setAsking(null);
    if (problem || tooMany) return;
    if (edited) {
      void onEdit(edited, trimMentions(written)).then((isDone) => isDone && onAboutEnd());
      return;
    }
    const chosen = files.length > 0 ? { files, isOriginal: attachments.isOriginal } : null;
    onSend(trimMentions(written), replyUuid, chosen);
    attachments.clear();
    write(NOTHING);
    onAboutEnd();
    field.current?.focus();
  }

  function submit() {
    // Enter in the caption of a recording sends nothing.
    if (isSpeaking && !edited) return;
    if (problem || tooMany) return field.current?.focus();
    if (!edited && readers > READERS_TO_CONFIRM) setAsking({ confirm: finish });
    else finish();
  }

  function speak(recorded: Recorded, caption: string) {
    const confirm = () => {
      setAsking(null);
      setSpeaking(false);
      onSpeak(recorded, caption, replyUuid);
      // A message that is being changed meanwhile is another matter.
      if (!edited) onAboutEnd();
    };
    if (readers > READERS_TO_CONFIRM) setAsking({ confirm });
    else confirm();
  }

  const label = edited ? t('save') : t('send', { count: readers });
  const tools = edited ? null : (
    <ComposerTools isNarrow={isNarrow} onFiles={attachments.add} onSurvey={() => setSurvey(true)} />
  );
  const reached = families !== null && !edited && (
    <span className={styles.families}>{t('families', { count: families })}</span>
  );
  const button = (
    <Button
      type="submit"
      look="primary"
      icon={edited ? 'check' : 'send'}
      aria-label={label}
      isDisabled={text.trim() === '' && files.length === 0}
    >
      {edited ? t('saveShort') : t('sendShort', { number: readers })}
    </Button>
  );
  return (
    <form
      className={styles.composer}
      data-dragging={attachments.isDragging || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {mentions.people.length > 0 && (
        <MentionList id={mentions.id} people={mentions.people} active={mentions.active} onChoose={mentions.choose} />
      )}
      {about && (
        <div className={styles.about}>
          <span>
            {edited ? t('editing') : t('replyTo', { name: about.message.user?.meta.displayname ?? '' })}
            {about.type === 'reply' && about.isAlone && (
              <> {t('onlyReader', { name: about.message.user?.meta.displayname ?? '' })}</>
            )}
          </span>
          <IconButton icon="close" label={t('cancel')} onPress={onAboutEnd} />
        </div>
      )}
      {isSpeaking && (
        <VoiceRecorder sendLabel={t('send', { count: readers })} onSend={speak} onClose={() => setSpeaking(false)} />
      )}
      {(!isSpeaking || edited) && (
        <div className={styles.box}>
          {!edited && (
            <Attachments
              files={files}
              problem={attachments.problem}
              isOriginal={attachments.isOriginal}
              onOriginal={attachments.setOriginal}
              onDescribe={attachments.describe}
              onRemove={attachments.remove}
            />
          )}
          {isTooLong && (
            <p id={`${id}-problem`} className={styles.problem} role="alert">
              {t('rules.contentMax', { maximum: MESSAGE_MAXIMUM.toLocaleString(language) })}
            </p>
          )}
          {tooMany && (
            <p id={`${id}-many`} className={styles.problem} role="alert">
              {t('rules.mentionsMax', { maximum: MENTIONS_MAXIMUM })}
            </p>
          )}
          <Mentioned text={written} />
          {isNarrow && reached}
          <div className={styles.row}>
            {isNarrow && tools}
            <textarea
              ref={field}
              id={id}
              className={styles.field}
              rows={1}
              aria-label={t('compose')}
              placeholder={t('compose')}
              value={text}
              aria-invalid={isTooLong || tooMany || undefined}
              aria-describedby={isTooLong ? `${id}-problem` : tooMany ? `${id}-many` : undefined}
              {...mentions.fieldProps}
              onSelect={(event) => mentions.look(event.currentTarget.selectionStart)}
              onBlur={() => mentions.look(null)}
              onChange={(event) => {
                const { value: content, selectionStart } = event.target;
                write({ content, mentions: moveMentions(written, content) });
                mentions.look(selectionStart);
                if (!edited && event.target.value !== '') onType();
              }}
              onPaste={(event) => {
                const pasted = [...event.clipboardData.files];
                if (pasted.length === 0 || edited) return;
                event.preventDefault();
                attachments.add(pasted);
              }}
              onKeyDown={(event) => {
                if (mentions.press(event)) return;
                if (event.key === 'Escape' && about) onAboutEnd();
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                // On a phone Enter is a new line: there is no other way to one.
                if (matchMedia('(pointer: coarse)').matches) return;
                event.preventDefault();
                submit();
              }}
            />
            {isNarrow ? (
              <>
                {!edited && text.trim() === '' && (
                  <span ref={microphone}>
                    <IconButton icon="microphone" label={t('voice.record')} onPress={() => setSpeaking(true)} />
                  </span>
                )}
                {button}
              </>
            ) : (
              <div className={styles.send}>
                {!edited && (
                  <span className={styles.choose}>
                    {tools}
                    <span ref={microphone}>
                      <Button
                        look="quiet"
                        icon="microphone"
                        aria-label={t('voice.record')}
                        onPress={() => setSpeaking(true)}
                      >
                        {t('voice.name')}
                      </Button>
                    </span>
                  </span>
                )}
                {reached}
                {button}
              </div>
            )}
          </div>
        </div>
      )}
      {isAsking && (
        <Suspense>
          <SurveySending chatId={chatId} readers={readers} onSent={onSurvey} onClose={() => setSurvey(false)} />
        </Suspense>
      )}
      {asking && (
        <ConfirmDialog
          title={t('confirmTitle', { count: readers })}
          look="primary"
          texts={{ confirm: label, cancel: t('cancel'), close: t('close') }}
          onConfirm={asking.confirm}
          onClose={() => setAsking(null)}
        >
          {t('confirmText')}
        </ConfirmDialog>
      )}
    </form>
  );
});
