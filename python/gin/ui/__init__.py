"""The full-screen table: everything that is drawn, pressed and clicked.

The only package that knows prompt_toolkit. It talks to a `gin.session.Session` and to nothing that
stands behind it.
"""
