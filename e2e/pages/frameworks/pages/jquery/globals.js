import jQuery from 'jquery'

// The plug-ins below look for these globals when they are loaded.
window.$ = jQuery
window.jQuery = jQuery
