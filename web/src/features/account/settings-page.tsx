import { msg, t } from '@lingui/core/macro'
import type { ReadWarnings } from '@quack/contract'
import { Download } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { fetchArchive, setHomeStart, setWarnings, useIsGuest } from '../../data/account/account.ts'
import { succeeds, useAction } from '../../data/api/error-notifications.ts'
import { useSession } from '../../data/api/session.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useIsModerated, useMeta } from '../../data/installation/meta.ts'
import { useViewer } from '../../data/members/members.ts'
import { translate } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { buttonClass } from '../../ui/button/button-class.ts'
import { ChoiceRow } from '../../ui/form/choice-row.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { PrivateAccountSwitch } from '../follows/private-account-switch.tsx'
import { QuotesChoice, RepostsSwitch } from '../follows/who-may-pass-on.tsx'
import { KeyboardSettings } from '../keys/keyboard-settings.tsx'
import { LanguagesSetting } from '../languages/languages-setting.tsx'
import { LocaleSetting } from '../locale/locale-setting.tsx'
import { SavedForOffline } from '../offline/saved-for-offline.tsx'
import { OwnDecisions, OwnReports } from '../reports/own-moderation.tsx'
import { SafetyLinks } from '../safety/safety-links.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** The settings of the account and this device. @param UnsentOnDevice is in another chunk */
export function settingsPage(UnsentOnDevice: ComponentType): ComponentType {
  return function SettingsPage() {
    return <SettingsScreen UnsentOnDevice={UnsentOnDevice} />
  }
}

function SettingsScreen({ UnsentOnDevice }: { UnsentOnDevice: ComponentType }) {
  const isGuest = useIsGuest()
  const isShared = useSession()?.isShared === true
  const isModerated = useIsModerated()
  const hasApps = useMeta().data?.apps === true
  const viewer = useViewer()
  return (
    <>
      <PageHeader title={t`Settings`} />
      <SettingsSection title={t`Appearance`}>
        <ThemeChoice />
        <LocaleSetting />
      </SettingsSection>
      <SettingsSection title={t`Keyboard`}>
        <KeyboardSettings />
      </SettingsSection>
      {isGuest === false && (
        <SettingsSection title={t`Reading`}>
          <HomeStartSwitch />
          <WarningsChoice />
          <SensitiveSwitch />
          <LanguagesSetting />
        </SettingsSection>
      )}
      <SettingsSection title={t`Notifications`} text={t`What you are told, and how.`}>
        <Link to={paths.notificationSettings} className={buttonClass({ variant: 'secondary' }, 'self-start')}>
          {t`Notification settings`}
        </Link>
      </SettingsSection>
      {isGuest === false && (
        <SettingsSection title={t`Safety`}>
          <PrivateAccountSwitch />
          <RepostsSwitch />
          <QuotesChoice />
          <SafetyLinks />
        </SettingsSection>
      )}
      <SettingsSection title={t`Tags`} text={t`Posts with a tag that you follow join your home feed.`}>
        <Link to={paths.followedTags} className={buttonClass({ variant: 'secondary' }, 'self-start')}>
          {t`Followed tags`}
        </Link>
      </SettingsSection>
      {viewer?.role && (
        <SettingsSection
          title={t`Moderation`}
          text={viewer.role === 'owner' ? t`You are owner of this Quack.` : t`You are moderator of this Quack.`}
        >
          <Link to={paths.moderation} className={buttonClass({ variant: 'secondary' }, 'self-start')}>
            {t({ message: 'Open moderation', comment: 'Open is a verb.' })}
          </Link>
        </SettingsSection>
      )}
      {isModerated && (
        <>
          <SettingsSection title={t`Reports`} text={t`What you have reported, and what came of it.`} anchor="reports">
            <OwnReports />
          </SettingsSection>
          <SettingsSection title={t`Decisions`} text={t`What moderators decided about you.`}>
            <OwnDecisions />
          </SettingsSection>
        </>
      )}
      {isGuest === true && (
        <SettingsSection
          title={t`Guest account`}
          text={t`Everyone who looks around shares this account, so its password and sessions stay as they are, and it can neither block nor mute nor become private. Sign up for an account of your own.`}
        >
          <PrivateAccountSwitch isFixed />
        </SettingsSection>
      )}
      {isGuest === false && (
        <SettingsSection
          title={t`Sign-in and security`}
          text={t`Your password, passkeys and second factor, your e-mail address, your sessions, and what happened lately.`}
        >
          <Link to={paths.security} className={buttonClass({ variant: 'secondary' }, 'self-start')}>
            {t({ message: 'Open sign-in and security', comment: 'Open is a verb.' })}
          </Link>
        </SettingsSection>
      )}
      {hasApps && (
        <SettingsSection
          title={t`Other apps`}
          text={t`Use Quack with other apps: many that are made for Mastodon work here too. When one asks for a server, type this.`}
        >
          <p className="wrap-anywhere select-all font-semibold">{location.host}</p>
        </SettingsSection>
      )}
      <SettingsSection
        title={t`Saved for offline`}
        text={t`What you have read lately, with its pictures, so that you can read it without a network. It is deleted when you log out.`}
      >
        <SavedForOffline />
      </SettingsSection>
      <SettingsSection
        title={t`Drafts and unsent changes`}
        text={
          isShared
            ? t`What you have written here and not sent. It is deleted when you log out, because everyone shares this account.`
            : t`What you have written here and not sent. It stays on this device for your next log-in, also when you log out. Others who use this device do not see it in Quack.`
        }
      >
        <UnsentOnDevice />
      </SettingsSection>
      <SettingsSection title={t`Your data`} text={t`Everything you have written here, and your pictures and videos.`}>
        <ArchiveButton />
      </SettingsSection>
      {isGuest === false && (
        <SettingsSection
          title={t`Delete account`}
          text={t`Your posts, comments, likes and follows go with it. Nobody can bring them back.`}
        >
          <DeleteAccount />
        </SettingsSection>
      )}
    </>
  )
}

function DeleteAccount() {
  const dialog = useOnDemand(() => import('./delete-account-dialog.tsx'))
  return (
    <>
      <Button variant="danger" className="self-start" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        {t`Delete account`}
      </Button>
      {dialog.shown && <dialog.shown.DeleteAccountDialog {...dialog.props} />}
    </>
  )
}

/** Whether Home opens where the viewer has stopped reading. */
function HomeStartSwitch() {
  const viewer = useViewer()
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(resumes: boolean): Promise<void> {
    setWanted(resumes)
    await succeeds(() => setHomeStart(resumes))
    setWanted(null)
  }

  return (
    <Switch
      label={t({ message: 'Open Home where you stopped reading', comment: 'A switch. Home is the page of that name.' })}
      hint={t`Otherwise it opens with the newest post, and offers to continue where you stopped.`}
      checked={wanted ?? viewer?.resumesHome ?? false}
      disabled={!viewer}
      onChange={({ target }) => {
        if (wanted === null) void change(target.checked)
      }}
    />
  )
}

/** The archive needs the token in a header, which a link cannot send. It is therefore fetched first, then saved. */
function ArchiveButton() {
  const username = useSession()?.username ?? ''
  const [isBusy, run] = useAction()

  async function download() {
    saveFile(await fetchArchive(), `quack-${username}.zip`)
  }

  return (
    <Button variant="secondary" className="self-start" loading={isBusy} onClick={() => void run(download)}>
      <Download size={18} aria-hidden="true" />
      {t`Download everything`}
    </Button>
  )
}

const READ_WARNINGS = [
  { value: 'author', label: msg`As their authors say` },
  { value: 'open', label: msg({ message: 'Always open', comment: 'Posts with a warning. Open is an adjective.' }) },
  { value: 'blur', label: msg`Blur all media` },
] as const

/** What covers posts that the viewer reads. */
function WarningsChoice() {
  const viewer = useViewer()
  const [wanted, setWanted] = useState<ReadWarnings | null>(null)

  async function change(readWarnings: ReadWarnings): Promise<void> {
    setWanted(readWarnings)
    await succeeds(() => setWarnings({ readWarnings }))
    setWanted(null)
  }

  return (
    <ChoiceRow
      label={t`Posts with a warning`}
      hint={t`A warning covers a post until you open it. Pictures and videos can be blurred without one.`}
      options={READ_WARNINGS.map(({ value, label }) => ({ value, label: translate(label) }))}
      value={wanted ?? viewer?.readWarnings ?? 'author'}
      disabled={!viewer}
      onChange={(value) => {
        if (wanted === null) void change(value)
      }}
    />
  )
}

/** Whether the media of the viewer's new posts are blurred, unless a post says otherwise. */
function SensitiveSwitch() {
  const viewer = useViewer()
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(sensitiveMedia: boolean): Promise<void> {
    setWanted(sensitiveMedia)
    await succeeds(() => setWarnings({ sensitiveMedia }))
    setWanted(null)
  }

  return (
    <Switch
      label={t`Blur the media of your posts`}
      hint={t`For new posts. Each post can say otherwise.`}
      checked={wanted ?? viewer?.sensitiveMedia === true}
      disabled={!viewer}
      onChange={({ target }) => {
        if (wanted === null) void change(target.checked)
      }}
    />
  )
}
