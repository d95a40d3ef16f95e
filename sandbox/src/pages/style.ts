// The one style sheet of the simulated world's pages.
export const style = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c2430; background: #f6f5f1 }
* { box-sizing: border-box }
body { margin: 0 }
.banner { margin: 0; padding: .4rem 1rem; background: #5b1a5e; color: #fff; font-weight: 600; text-align: center }
.skip { position: absolute; left: -999px }
.skip:focus { position: static }
header { background: #fff; border-bottom: 1px solid #d8d5cc }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 auto; padding: .5rem 1rem; max-width: 64rem; list-style: none }
a { color: #0b4a8f }
nav a { display: inline-block; padding: .4rem 0 }
main { max-width: 64rem; margin: 0 auto; padding: 0 1rem 3rem }
section { background: #fff; border: 1px solid #d8d5cc; border-radius: .5rem; padding: .25rem 1rem 1rem; margin: 1rem 0 }
.field { margin: .6rem 0 }
label { display: block; font-weight: 600 }
input, select { font: inherit; width: 100%; max-width: 28rem; min-height: 2.5rem; padding: .3rem .5rem; border: 1px solid #6b6f85; border-radius: .3rem; background: #fff; color: inherit }
small { display: block; color: #4c5262 }
button { font: inherit; min-height: 2.5rem; padding: .3rem 1rem; border: 0; border-radius: .3rem; background: #0b4a8f; color: #fff }
td form { display: inline-block; margin: .1rem }
td form .field { display: inline-block; margin: 0 }
:focus-visible { outline: 3px solid #b35c00; outline-offset: 2px }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-top: 1px solid #e4e1d8 }
td { overflow-wrap: break-word; min-width: 5rem; max-width: 24rem }
.message { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 4px solid #0b4a8f; padding: .2rem .8rem; margin: 1rem 0 }
`
