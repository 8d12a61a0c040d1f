/** The console: who the reader is first, then the page of the address. */
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './api.ts'
import { listenForShortcuts } from './keys.ts'
import { beginAgain } from './live.ts'
import { ErrorNote, Loading } from './parts/states.tsx'
import { type Credentials, keepCredentials, readCredentials, type SignInLink, takeTokenFromAddress } from './session.ts'
import { Shell } from './shell.tsx'
import { OtherSignIn, SignIn } from './sign-in.tsx'
import { loadWhoAmI, type WhoAmI, WhoContext } from './whoami.ts'

type State =
  | { kind: 'loading' }
  | { kind: 'in'; who: WhoAmI }
  /** `wasRefused`: credentials were shown, and the server did not take them. */
  | { kind: 'sign-in'; wasRefused: boolean }
  | { kind: 'failed'; error: ApiError }
  /** A link would sign the tab in as somebody else. */
  | { kind: 'other'; credentials: Credentials }

export function App({ link: first }: { link: SignInLink | undefined }) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  useEffect(listenForShortcuts, [])

  const enter = async (): Promise<void> => {
    setState({ kind: 'loading' })
    beginAgain()
    setState(await whoIs())
  }
  const follow = (link: SignInLink | undefined): void => {
    if (link?.isOther && link.credentials !== undefined) setState({ kind: 'other', credentials: link.credentials })
    else void enter()
  }
  useEffect(() => {
    follow(first)
    // A link that is opened in a tab which shows the console loads nothing.
    const moved = (): void => {
      const link = takeTokenFromAddress()
      if (link !== undefined) follow(link)
    }
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [])

  switch (state.kind) {
    case 'loading':
      return <Loading what="The console" />
    case 'failed':
      return (
        <main class="alone">
          <ErrorNote error={state.error} retry={enter} />
        </main>
      )
    case 'other':
      return (
        <OtherSignIn
          keep={() => void enter()}
          change={() => {
            keepCredentials(state.credentials)
            void enter()
          }}
        />
      )
    case 'sign-in':
      return <SignIn wasRefused={state.wasRefused} signedIn={enter} />
    case 'in':
      return (
        <WhoContext.Provider value={state.who}>
          <Shell
            signIn={() => setState({ kind: 'sign-in', wasRefused: false })}
            signOut={() => {
              keepCredentials(undefined)
              void enter()
            }}
          />
        </WhoContext.Provider>
      )
  }
}

async function whoIs(): Promise<State> {
  const hasShown = readCredentials() !== undefined
  try {
    const who = await loadWhoAmI()
    // An open server takes no notice of a wrong token.
    if (hasShown && who.open && !who.roles.includes('operator')) {
      keepCredentials(undefined)
      return { kind: 'sign-in', wasRefused: true }
    }
    return { kind: 'in', who }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 401 && error.status !== 403) return { kind: 'failed', error }
    keepCredentials(undefined)
    return { kind: 'sign-in', wasRefused: hasShown }
  }
}
