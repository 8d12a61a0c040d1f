/** Signing in: a token or the header of an API key, kept in this tab alone. */
import { useId, useState } from 'preact/hooks'
import { bearer, keepCredentials } from './session.ts'

interface SignInProps {
  readonly wasRefused: boolean
  signedIn(): void
}

export function SignIn({ wasRefused, signedIn }: SignInProps) {
  const [kind, setKind] = useState<'token' | 'key'>('token')
  const [header, setHeader] = useState('X-API-Key')
  const [value, setValue] = useState('')
  const id = useId()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const text = value.trim()
    if (text === '') return
    keepCredentials(kind === 'token' ? bearer(text.replace(/^bearer\s+/i, '')) : { header: header.trim(), value: text })
    signedIn()
  }
  return (
    <main class="alone">
      <form class="sign-in card" onSubmit={submit}>
        <h1>Sign in to Replywire</h1>
        <p class="soft">
          The credentials stay in this tab. They are sent to this server alone, and are gone when the tab is closed.
        </p>
        {wasRefused && (
          <p class="problem" role="alert">
            The server did not accept these credentials.
          </p>
        )}
        <fieldset class="choice">
          <legend class="hidden">Credentials</legend>
          <label>
            <input type="radio" name="kind" checked={kind === 'token'} onChange={() => setKind('token')} />
            Token
          </label>
          <label>
            <input type="radio" name="kind" checked={kind === 'key'} onChange={() => setKind('key')} />
            API key
          </label>
        </fieldset>
        {kind === 'key' && (
          <label class="field">
            Header
            <input
              value={header}
              required
              pattern="[A-Za-z0-9\-]+"
              spellcheck={false}
              onInput={({ currentTarget }) => setHeader(currentTarget.value)}
            />
          </label>
        )}
        <label class="field" for={`${id}-value`}>
          {kind === 'token' ? 'Operator token or bearer token' : 'API key'}
        </label>
        <input
          id={`${id}-value`}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <button type="submit" class="main">
          Sign in
        </button>
        <p class="soft small">
          An open server prints its operator token once when it starts. Later: <code>replywire token</code>
        </p>
      </form>
    </main>
  )
}

/** Anybody can make a link that signs in: it does not replace a sign-in by itself. */
export function OtherSignIn({ keep, change }: { keep(): void; change(): void }) {
  return (
    <main class="alone">
      <section class="sign-in card" aria-labelledby="other-sign-in">
        <h1 id="other-sign-in">Sign in as somebody else?</h1>
        <p class="soft">
          The link that you opened signs in with other credentials than those of this tab. The person who made it may
          see what you do with them. Change only if you expected this link.
        </p>
        <div class="dialog-end">
          <button type="button" onClick={change}>
            Use the link
          </button>
          <button type="button" class="main" autofocus onClick={keep}>
            Stay signed in
          </button>
        </div>
      </section>
    </main>
  )
}
