/** Commands about the command line itself. */
import type { Section } from '../command.ts'
import { noOptions } from './messages.ts'

export const shell: Section = {
  title: 'Shell',
  commands: [
    {
      name: 'completion',
      summary: 'Print a completion script for a shell',
      about: ['The script completes commands, options, contracts and rules.'],
      arguments: [{ name: 'SHELL', about: 'bash, zsh or fish.', values: ['bash', 'zsh', 'fish'] }],
      options: noOptions,
      examples: [
        { run: 'source <(replywire completion bash)', about: 'In ~/.bashrc.' },
        { run: 'source <(replywire completion zsh)', about: 'In ~/.zshrc, after compinit.' },
        { run: 'replywire completion fish | source', about: 'In ~/.config/fish/config.fish.' },
      ],
      load: () => import('../commands/completion.ts'),
    },
    {
      name: 'help',
      summary: 'Show help for a command',
      about: ['Without a command it lists all of them.'],
      arguments: [{ name: 'COMMAND', about: 'A command.', optional: true, many: true, complete: 'commands' }],
      options: noOptions,
      examples: [{ run: 'replywire help tasks list', about: 'Show help for one command.' }],
      load: () => import('../commands/help.ts'),
    },
  ],
}
