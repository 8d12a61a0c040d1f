import { describeLaws } from './half.ts'

describeLaws(0)
