import './style/base.css'
import './style/shell.css'
import './style/parts.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { takeTokenFromAddress } from './session.ts'
import { applyTheme, readTheme } from './theme.ts'

const link = takeTokenFromAddress()
applyTheme(readTheme())
const root = document.getElementById('app')
if (root !== null) render(<App link={link} />, root)
