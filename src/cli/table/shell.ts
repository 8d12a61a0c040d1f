/** Commands about the command line itself. */
import type { Section } from '../command.ts'
import { flags, use } from '../flags.ts'
import { noOptions } from './messages.ts'

export const doctorOptions = {
  ...use('store', 'secret-file'),
  port: { ...flags.port, about: 'The port that a server will listen on.' },
}

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
      name: 'doctor',
      summary: 'Check this machine for running agents, and say how to fix problems',
      about: [
        'Checks Node, the clock, the port, name resolution, free space, the store and its secret. Changes nothing.',
        'With a URL it also checks whether its name can be resolved, whether an agent answers there, and whether its clock agrees. Then it checks the port only with --port.',
      ],
      arguments: [{ name: 'URL', about: 'An agent: http(s)://….', optional: true, variable: 'REPLYWIRE_URL' }],
      options: doctorOptions,
      examples: [
        { run: 'replywire doctor', about: 'Check this machine.' },
        {
          run: 'replywire doctor https://agents.example.com --json',
          about: 'Check the way to an agent too, for a program.',
        },
      ],
      exits: [
        [0, 'no problems'],
        [1, 'problems'],
        [2, 'wrong usage'],
      ],
      load: () => import('../commands/doctor.ts'),
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
